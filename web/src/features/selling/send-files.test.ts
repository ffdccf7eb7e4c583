import '@/test-support/dom.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { ApiError } from '@/lib/api-error.ts';
import { handles, mockServer, refuses } from '@/test-support/server.ts';
import { type DocumentRow, type LotFormOf, type LotValues, type MediaRow, valuesOf } from './lot-values.ts';
import { mimeTypeOf, sendDocument, sendMedium, unsent } from './send-files.ts';

const test = suite('files of a lot are sent', { limitMs: 60_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

/** As much of a form as sending reads and writes. */
function formWith(values: Partial<LotValues>): { form: LotFormOf; values: LotValues } {
  const all = { ...valuesOf(FORMS.cattle, '2001'), ...values };
  const form = {
    getValues: (name: keyof LotValues) => all[name],
    setValue: (name: keyof LotValues, value: unknown) => Object.assign(all, { [name]: value }),
  };
  return { form: form as unknown as LotFormOf, values: all };
}

const documentRow = (file: File, description = ''): DocumentRow => ({
  id: 'row-1',
  name: file.name,
  uri: '',
  description,
  isNew: true,
  file,
});

/** Sends a document; resolves to the headers with which it came. */
async function headersOf(file: File, description = ''): Promise<Headers> {
  let came = new Headers();
  server.use(
    handles('post', 'lots/l1/documents', ({ headers }) => {
      came = headers;
      const document = { key: 'a'.repeat(32), name: file.name, uri: '/api/v1/download-file/a?fileName=a' };
      return { document, revision: 1 };
    }),
  );
  const row = documentRow(file, description);
  const { form, values } = formWith({ documents: [row] });
  await sendDocument(form, 'l1', row, () => undefined);
  assert.equal(unsent(values.documents, true), [], 'it is sent');
  return came;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('[S388] [S389] a file without a type has that of its Office ending, and none for any other ending', async () => {
  for (const [name, type] of [
    ['weights.xls', 'application/vnd.ms-excel'],
    ['weights.XLSX', XLSX],
    ['report.doc', 'application/msword'],
    ['report.docx', DOCX],
    ['report.pdf', ''],
    ['report.docx.bin', ''],
    ['docx', ''],
  ] as const) {
    const file = new File(['x'], name);
    assert.is(mimeTypeOf(file), type, name);
    const sentAs = type === '' ? 'application/octet-stream' : type;
    assert.is((await headersOf(file)).get('content-type'), sentAs, name);
  }
});

test('[S390] a file is sent with its type', async () => {
  const file = new File(['%PDF-1.4'], 'report', { type: 'application/pdf' });
  assert.is((await headersOf(file)).get('content-type'), 'application/pdf');
});

test('[S391] the name and the description of a file are sent percent-encoded', async () => {
  const [name, description] = ['Prüfung & Kühe 100 %.pdf', 'Größe: „groß“\nzweite Zeile'];
  const headers = await headersOf(new File(['%PDF-1.4'], name, { type: 'application/pdf' }), description);
  assert.is(headers.get('file-name'), 'Pr%C3%BCfung%20%26%20K%C3%BChe%20100%20%25.pdf');
  assert.is(headers.get('file-description'), encodeURIComponent(description));
});

const mediaRow = (file: File): MediaRow => ({
  id: 'row-1',
  key: '',
  url: '',
  thumbnail: '',
  name: file.name,
  isNew: true,
  file,
  mimeType: file.type,
  timestamp: null,
});

test('[S503] a picture that cannot be sent says so, and is sent when it is tried again', async () => {
  const row = mediaRow(new File(['x'], 'yard.jpg', { type: 'image/jpeg' }));
  const { form, values } = formWith({ media: [row] });
  const refusal = { code: 'unfit-file', message: 'Image size too small' };
  server.use(refuses('post', 'lots/l1/media', 400, refusal));
  const failed = await sendMedium(form, 'l1', row, () => undefined).catch((error: unknown) => error);
  assert.instance(failed, ApiError);
  const message = 'Can not upload selected media. yard.jpg: Image size too small';
  assert.is((failed as ApiError).errors[0]?.message, message);
  assert.is(values.media[0]?.problem, 'Image size too small');
  assert.equal([unsent(values.media, false).length, unsent(values.media, true).length], [0, 1]);

  const sent = { key: 'b'.repeat(32), url: '/b.jpg', thumbnail: '/b-small.jpg', mimeType: 'image/jpeg' };
  server.resetHandlers(handles('post', 'lots/l1/media', () => ({ media: sent, revision: 2 })));
  await sendMedium(form, 'l1', row, () => undefined);
  const [now] = values.media;
  assert.equal([now?.key, now?.isNew, now?.problem], [sent.key, false, undefined]);
});

test('a file that was not sent because the server was away or the session over is sent with the next save', async () => {
  const row = mediaRow(new File(['x'], 'yard.jpg', { type: 'image/jpeg' }));
  for (const [handler, status] of [
    [http.post('http://saleyard.test/api/v1/lots/l1/media', () => HttpResponse.error()), 0],
    [refuses('post', 'lots/l1/media', 503, { code: 'unavailable', message: 'x' }), 503],
    [refuses('post', 'lots/l1/media', 401, { code: 'unauthorized', message: 'x' }), 401],
  ] as const) {
    const { form, values } = formWith({ media: [row] });
    server.resetHandlers(handler);
    const failed = await sendMedium(form, 'l1', row, () => undefined).catch((error: unknown) => error);
    assert.is((failed as ApiError).status, status);
    assert.is(unsent(values.media, false).length, 1);
  }
});

test.run();
