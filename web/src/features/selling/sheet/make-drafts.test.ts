import 'fake-indexeddb/auto';
import '@/test-support/dom.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { withMedia } from '@/features/selling/test-support/played-media.ts';
import { keptFiles } from '@/features/selling/unsent-lots.ts';
import { mockServer } from '@/test-support/server.ts';
import { DraftMaker } from './make-drafts.ts';

const test = suite('drafts of the rows of a file, and their pictures', { limitMs: 60_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

const API = 'http://saleyard.test/api/v1';
/** How a JPEG begins. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 0x43);
const picture = (name: string) => new File([JPEG], name, { type: 'image/jpeg' });

/** Rows 1 to 25, of which the first and the last have pictures; the server numbers their drafts alike. */
function opened() {
  const at = { isSecondBatchRefused: true, arePicturesLost: false };
  const sent: { lot: string; name: string; order: string }[] = [];
  const ids: (string | null)[] = [];
  server.resetHandlers(
    http.post(`${API}/auctions/a1/lots/many`, async ({ request }) => {
      const { lots } = (await request.json()) as { lots: { description: string }[] };
      const rows = lots.map(({ description }) => Number(description));
      if (rows[0] !== 1 && at.isSecondBatchRefused) return HttpResponse.error();
      const drafts = rows.map((row) => ({
        _id: `l${row}`,
        searchNumericId: row,
        revision: 0,
        phase: 'draft',
      }));
      return HttpResponse.json({ data: { lots: drafts } });
    }),
    http.post(`${API}/lots/:lot/media`, ({ request: { headers }, params }) => {
      const name = headers.get('file-name') ?? '';
      sent.push({ lot: String(params['lot']), name, order: headers.get('file-order') ?? '' });
      ids.push(headers.get('x-command-id'));
      const isLost = at.arePicturesLost && name === 'one.jpg';
      const media = { key: name, url: name, thumbnail: name, mimeType: 'image/jpeg' };
      return isLost ? HttpResponse.error() : HttpResponse.json({ data: { media, revision: 1 } });
    }),
  );
  const lots = Array.from({ length: 25 }, (_, n) => ({
    ...{ row: n + 1, key: `k${n}`, pictures: [], toDo: [] },
    content: { ...emptyContent(0), description: String(n + 1) },
  }));
  const pictures = {
    of: new Map([
      [1, [picture('one.jpg'), picture('two.jpg')]],
      [25, [picture('last.jpg')]],
    ]),
    ...{ missing: [], unused: [] },
  };
  const maker = new DraftMaker({ form: FORMS.cattle, auction: 'a1', account: 'u1', lots, pictures });
  return { at, sent, ids, run: () => withMedia(true, [], () => maker.run(() => undefined)) };
}

test('drafts get their pictures where a later request failed, and the others when it is tried again', async () => {
  const { at, sent, run } = opened();
  const made = await run();
  assert.is(made.drafts.size, 20);
  assert.not.equal(made.failed, null);
  assert.equal(
    sent.map(({ lot, name }) => `${lot} ${name}`),
    ['l1 one.jpg', 'l1 two.jpg'],
  );
  at.isSecondBatchRefused = false;
  const again = await run();
  assert.equal([again.drafts.size, again.failed], [25, null]);
  assert.equal(
    sent.slice(2).map(({ lot, name }) => `${lot} ${name}`),
    ['l25 last.jpg'],
  );
});

test('a picture without an answer waits on the device, and is sent again as the same command', async () => {
  const { at, sent, ids, run } = opened();
  at.arePicturesLost = true;
  const { unsent } = await run();
  assert.equal(
    unsent.map(({ row, name }) => [row, name]),
    [[1, 'one.jpg']],
  );
  const waiting = (await keptFiles('u1/1')) as readonly { row?: { sentAs?: object } }[];
  assert.equal(
    waiting.map(({ row }) => row?.sentAs),
    [{ order: 0 }],
  );
  at.arePicturesLost = false;
  at.isSecondBatchRefused = false;
  const again = await run();
  assert.equal(again.unsent, []);
  const tries = sent.flatMap(({ name, order }, n) => (name === 'one.jpg' ? [[order, ids[n]]] : []));
  assert.equal(tries[0], tries[1]);
  assert.equal(await keptFiles('u1/1'), []);
});

test.run();
