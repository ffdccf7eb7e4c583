import '@/test-support/dom.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { ApiError } from '@/lib/api-error.ts';
import { handles, mockServer, refuses } from '@/test-support/server.ts';
import { type LotFormOf, type LotValues, type MediaRow, valuesOf } from './lot-values.ts';
import { mimeTypeOf, sendMedium, unsent } from './send-files.ts';

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

test('the type of a file without one is by the ending of its whole name', () => {
  for (const name of ['report.docx.bin', 'docx', 'a.pdf', ''])
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

test.run();
