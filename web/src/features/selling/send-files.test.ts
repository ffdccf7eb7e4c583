import '@/test-support/dom.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { ApiError } from '@/lib/api-error.ts';
import { handles, mockServer, refuses } from '@/test-support/server.ts';
import { type LotFormOf, type LotValues, type MediaRow, valuesOf } from './lot-values.ts';
import { mimeTypeOf, sendDocument, sendMedium, sendSignature, unsent } from './send-files.ts';

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

test('[S389] a file without a type has none by another ending than an Office file’s', () => {
  for (const name of ['report.docx.bin', 'docx', 'a.pdf', 'yard.jpg', ''])
    assert.is(mimeTypeOf(new File(['x'], name)), '', name);
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

test('a picture that cannot be sent says so, and is sent when it is tried again', async () => {
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

/** The headers of every request to `path`. The answers to the first `lost` of them are lost. */
function heard(path: string, lost: number, answer: object): Headers[] {
  const sent: Headers[] = [];
  server.use(
    http.post(`http://saleyard.test/api/v1/${path}`, ({ request }) => {
      sent.push(request.headers);
      return sent.length <= lost ? HttpResponse.error() : HttpResponse.json({ data: answer });
    }),
  );
  return sent;
}
const said = (sent: readonly Headers[], name: string) => sent.map((headers) => headers.get(name));
const failed = (sending: Promise<unknown>) =>
  sending.then(
    () => assert.unreachable('it was answered'),
    (error: unknown) => assert.instance(error, ApiError),
  );

test('a document without an answer is sent again as it was, and keeps the description that was typed meanwhile', async () => {
  const file = new File(['%PDF-1.4'], 'Report.pdf', { type: 'application/pdf' });
  const row = { id: 'row-1', name: 'Report.pdf', uri: '', description: 'Vet', isNew: true, file };
  const { form, values } = formWith({ documents: [row] });
  const document = { name: 'Report.pdf', uri: '/report', description: 'Vet' };
  const sent = heard('lots/l1/documents', 1, { document, revision: 2 });
  await failed(sendDocument(form, 'l1', row, () => undefined));
  const [known] = values.documents;
  assert.ok(known);
  values.documents = [{ ...known, description: 'Vet, 2026' }];
  await sendDocument(form, 'l1', values.documents[0] ?? row, () => undefined);
  assert.equal(said(sent, 'x-command-id'), ['row-1', 'row-1']);
  assert.equal(said(sent, 'file-description'), ['Vet', 'Vet']);
  assert.is(values.documents[0]?.description, 'Vet, 2026');
  assert.is(values.documents[0]?.isNew, false);
});

test('a picture without an answer is sent again to the place that it was sent to', async () => {
  const row = mediaRow(new File(['x'], 'yard.jpg', { type: 'image/jpeg' }));
  const { form, values } = formWith({ media: [row] });
  const media = { key: 'b', url: '/b.jpg', thumbnail: '/b-small.jpg', mimeType: 'image/jpeg' };
  const sent = heard('lots/l1/media', 1, { media, revision: 2 });
  await failed(sendMedium(form, 'l1', row, () => undefined));
  const other = { ...row, id: 'row-0', url: '/a.jpg', isNew: false };
  values.media = [other, ...values.media];
  const { order } = await sendMedium(form, 'l1', values.media[1] ?? row, () => undefined);
  assert.equal(said(sent, 'file-order'), ['0', '0']);
  assert.is(order, 0);
});

test('a signature without an answer is sent again as the same command, another one as another', async () => {
  const file = new File(['x'], 'signature.png', { type: 'image/png' });
  const { form, values } = formWith({ agentSignature: { url: '', id: 'signed-1', file } });
  const sent = heard('lots/l1/signatures/agent', 1, { url: '/signed.png', revision: 2 });
  await failed(sendSignature(form, 'l1', 'agent'));
  await sendSignature(form, 'l1', 'agent');
  assert.equal(values.agentSignature, { url: '/signed.png' });
  values.agentSignature = { url: '', id: 'signed-2', file };
  await sendSignature(form, 'l1', 'agent');
  assert.equal(said(sent, 'x-command-id'), ['signed-1', 'signed-1', 'signed-2']);
});

test.run();
