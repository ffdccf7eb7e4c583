import { details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ANN, RESERVE, ServedSales, VENDOR } from '../test-support/served-sales.ts';
import { linkPreview } from './link-previews.ts';

const test = suite('what is shared of a sale', { limitMs: 30_000 });
let served: ServedSales;
test.before(async () => {
  served = await ServedSales.start();
  await served.get('auctions');
});
test.after(() => served.stop());

test('a sale and a lot that visitors may see have a preview, and nothing else has', async () => {
  const of = (path: string) => linkPreview(served.documents, path);
  const sale = await of('/main/upcoming/Cattle/7');
  assert.is(sale?.title, 'Weaners');
  assert.match(sale?.description ?? '', /Sydney · Cattle · 24 lots|25 lots/);
  assert.equal(await of('/main/results/Cattle/7'), sale);
  assert.equal(await of('/auction-live/7'), sale);
  const shared = await of('/main/upcoming/Cattle/7/100');
  assert.is(shared?.title, '10 Angus steers');
  assert.match(shared?.description ?? '', /^GUNNEDAH, NSW · 8 - 10 mths · 200 kg · Weaners, /);
  assert.is(shared?.image, '/1t.jpg');
  for (const secret of [String(RESERVE), VENDOR]) assert.not.ok(JSON.stringify(shared).includes(secret));
  assert.equal(await of('/main/upcoming/Cattle/7/300'), sale, "another sale's lot");
  for (const path of [
    '/main/upcoming/Cattle/8',
    '/main/upcoming/Cattle/8/200',
    '/main/upcoming',
    '/',
    '/main/upcoming/Cattle/99',
  ])
    assert.is(await of(path), null, path);
});

test('a sale is a file for calendars; a private one for those who are signed in', async () => {
  await served.sell('calendar', {
    at: 0,
    body: {
      type: 'schedule',
      details: details({
        searchNumber: 77,
        title: 'Bulls; "two, days"\r\nATTENDEE:x',
        description: 'Bring\nboots',
      }),
      terms: terms({ openAt: 900_000_000_000, liveAt: 1_000_000_000_000 }),
    },
  });
  await served.sell('calendar', {
    at: 0,
    body: { type: 'catalogueLots', lots: [lot({ lot: 'c-1', searchNumericId: 7_700 })] },
  });
  const position = String(await served.lastPosition());
  const file = async (sale: string, as?: string) => {
    const headers = { 'x-saleyard-position': position, ...(as && { 'x-test-account': as }) };
    const answer = await fetch(`${served.base}/auctions/${sale}/calendar`, { headers });
    return { answer, text: await answer.text() };
  };
  const { answer, text } = await file('77');
  assert.match(answer.headers.get('content-type') ?? '', /^text\/calendar/);
  assert.is(answer.headers.get('content-disposition'), 'attachment; filename=auction-77.ics');
  assert.match(text, /DTSTART:20010909T014640Z\r\n/);
  assert.match(text, /UID:calendar@saleyard\r\n/);
  assert.not.match(text, /^ATTENDEE/m, 'a text begins no line of its own');
  assert.match(text, /Bring\\nboots/);
  assert.is((await file('8')).answer.status, 404);
  assert.is((await file('8', ANN)).answer.status, 200);
});

test('[T24] the calendar file of a moved sale has its new times and a higher sequence, also once it has opened', async () => {
  const about = details({ searchNumber: 78 });
  const times = (openAt: number) => terms({ openAt, liveAt: openAt + 1_000 });
  const file = async () => {
    const headers = { 'x-saleyard-position': String(await served.lastPosition()) };
    const answer = await fetch(`${served.base}/auctions/78/calendar`, { headers });
    const text = await answer.text();
    const all = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}:(.*)\r$`, 'gm'))].map((found) => found[1]);
    assert.equal(all('UID'), ['moved@saleyard', 'moved-open@saleyard']);
    const [sequence, ...others] = all('SEQUENCE').map(Number);
    assert.equal(others, [sequence], 'both of one sequence');
    return { sequence: sequence ?? Number.NaN, starts: all('DTSTART'), status: all('STATUS') };
  };
  await served.sell('moved', { at: 0, body: { type: 'schedule', details: about, terms: times(10_000) } });
  const first = await file();
  assert.equal(first.starts, ['19700101T000011Z', '19700101T000010Z']);
  assert.is((await file()).sequence, first.sequence, 'what stays keeps its sequence');

  await served.sell('moved', {
    at: 0,
    body: { type: 'schedule', details: about, terms: times(20_000), after: 1 },
  });
  const moved = await file();
  assert.equal(moved.starts, ['19700101T000021Z', '19700101T000020Z']);
  assert.ok(moved.sequence > first.sequence);

  await served.sell('moved', { at: 20_000, body: { type: 'advanceClock' } });
  assert.is((await file()).sequence, moved.sequence, 'opening changes no entry');

  await served.sell('moved', { at: 20_500, body: { type: 'cancel', reason: 'Rain' } });
  const cancelled = await file();
  assert.equal(cancelled.status, ['CANCELLED', 'CANCELLED']);
  assert.ok(cancelled.sequence > moved.sequence);
});

test.run();
