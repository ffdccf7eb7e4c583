import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Decided, LIVE_AT } from '../test-support/decided-auction.ts';
import { details, lotTerms, terms } from '../test-support/running-sale.ts';
import { AuctionView } from './auction-view.ts';

const test = suite('auction view');

type Message = { channel: string; event: string; seq: number; data: PublicLot & PublicAuction };
const parsed = (messages: string | undefined): Message[] => JSON.parse(`[${messages ?? ''}]`) as Message[];
const updates = (messages: string | undefined) =>
  parsed(messages).filter(({ channel }) => channel === 'bids');

/** A view of the sale that has read nothing yet. `read`: called as the log is read. */
const newView = (sale: Decided, read: () => void = () => {}): AuctionView =>
  new AuctionView(sale.auction, {
    log: {
      async *read(_stream, { from = 0 } = {}) {
        read();
        yield sale.events.slice(from);
      },
    },
    clock: new ManualClock(),
    concerned: () => false,
    isAnyoneConcerned: () => false,
    notify: () => {},
    failed: (error) => {
      throw error;
    },
  });

/** A view of the sale as far as it has come; with `isNew`, nothing of it was sent yet. */
async function viewOf(sale: Decided, { isNew = false } = {}): Promise<AuctionView> {
  const view = newView(sale);
  await view.begin();
  if (!isNew) view.takeChange();
  return view;
}

/** The state of a client that started from a snapshot and applied every message since. */
class ClientState {
  lots = new Map<string, PublicLot>();
  auction: PublicAuction | undefined;
  seq = -1;

  take(messages: string): void {
    for (const { event, seq, data } of updates(messages)) {
      assert.ok(seq >= this.seq, 'never back');
      this.seq = seq;
      if (event === 'lot-update') this.lots.set(data._id, data);
      else if (event === 'auction-update') this.auction = data;
      else {
        const whole = data as unknown as { auction: PublicAuction; lots: PublicLot[] };
        this.auction = whole.auction;
        this.lots = new Map(whole.lots.map((lot) => [lot._id, lot]));
      }
    }
  }
}

const truth = ({ state, auction }: Decided) => ({
  auction: JSON.parse(JSON.stringify(publicAuction(state, auction))),
  lots: state.lots.map((lot) => JSON.parse(JSON.stringify(publicLot(state, lot, auction)))),
});

test('[G3] many events between two flushes make one update a lot, at the newest revision', async () => {
  const sale = new Decided();
  const view = await viewOf(sale);
  for (let n = 1; n <= 5; n += 1) view.offer(sale.bid('lot-1', n % 2 ? 'ann' : 'bob', 30_000 + 500 * n));
  const change = view.takeChange();
  const sent = updates(change?.messages);
  assert.is(sent.length, 1);
  assert.is(sent[0]?.seq, sale.events.length - 1);
  assert.is(sent[0]?.data.currentBidCents, 32_500);
  const sounds = parsed(change?.messages).filter(({ channel }) => channel === 'events');
  assert.is(sounds.length, 1);
  assert.is(view.takeChange(), null);
});

test('[G11] what nobody can see is not sent', async () => {
  const sale = new Decided();
  const view = await viewOf(sale);
  view.offer(sale.bid('lot-1', 'ann', 30_001));
  assert.is(view.takeChange(), null, 'a refusal');
  const sealed = new Decided({ live: false, terms: { openAt: LIVE_AT - 500_000 } });
  const before = await viewOf(sealed);
  before.offer(sealed.run({ type: 'advanceClock' }, LIVE_AT - 400_000));
  before.takeChange();
  before.offer(sealed.autoBid('lot-1', 'ann', 99_000, LIVE_AT - 300_000));
  assert.is(before.takeChange()?.messages ?? '', '', 'a sealed auto-bid');
});

test('[G13] what changed after a revision is sent, and nothing else', async () => {
  const sale = new Decided({ lots: ['lot-1', 'lot-2', 'lot-3'].map((lot) => lotTerms(lot)) });
  sale.bid('lot-1', 'ann', 30_500);
  const seen = sale.events.length - 1;
  sale.bid('lot-3', 'bob', 30_500);
  const view = await viewOf(sale);
  assert.equal(
    updates(view.changesSince(seen)).map(({ data }) => data._id),
    ['lot-3'],
  );
  assert.is(view.changesSince(view.seq), '');
});

test('the catalogue learns of phases, not of bids', async () => {
  const sale = new Decided({ live: false });
  const view = await viewOf(sale);
  view.offer(sale.run({ type: 'advanceClock' }, LIVE_AT));
  const opened = view.takeChange();
  assert.is((JSON.parse(opened?.catalogue ?? '{}') as PublicAuction).state, 'live');
  view.offer(sale.bid('lot-1', 'ann', 30_500));
  assert.is(view.takeChange()?.catalogue, null);
  view.offer(sale.run({ type: 'withdraw', lot: 'lot-2', reason: 'lame' }));
  assert.equal(view.takeChange()?.catalogueLots, ['lot-2']);
});

test('[G17] a sale that becomes private is gone for visitors, also when nothing of it was sent before', async () => {
  for (const isNew of [true, false]) {
    const sale = new Decided({ live: false });
    const view = await viewOf(sale, { isNew });
    const schedule = (isPublic: boolean) =>
      view.offer(
        sale.run({ type: 'schedule', details: details({ public: isPublic }), terms: terms(LIVE_AT) }),
      );
    const isGone = () => view.takeChange()?.gone.forVisitors;
    schedule(false);
    assert.is(isGone(), true);
    schedule(false);
    assert.is(isGone(), false, 'once');
    schedule(true);
    assert.is(isGone(), false);
    schedule(false);
    schedule(true);
    assert.is(isGone(), false, 'public again within one flush');
    schedule(false);
    const later = await viewOf(sale, { isNew: true });
    assert.is(later.takeChange()?.gone.forVisitors, false, 'no news');
  }
});

/** A sale that became private, and a lot that was withdrawn then; the bus has delivered neither yet. */
function madePrivate() {
  const sale = new Decided({ live: false });
  const how = { details: details({ public: false }), terms: terms(LIVE_AT) };
  const isPrivate = sale.run({ type: 'schedule', ...how });
  const withdrawn = sale.run({ type: 'withdraw', lot: 'lot-2', reason: 'lame' });
  return { sale, isPrivate, withdrawn };
}

test('[G17] what the bus delivers while a view reads it from the log is news', async () => {
  const { sale, isPrivate } = madePrivate();
  const view = newView(sale, () => view.offer(isPrivate));
  await view.begin();
  const change = view.takeChange();
  assert.equal([change?.gone.forVisitors, change?.gone.lots], [true, ['lot-2']]);
});

test('[G17] what the bus delivers after a view has read it from the log is news for those elsewhere, once', async () => {
  const { sale, isPrivate, withdrawn } = madePrivate();
  const view = newView(sale);
  let emitted = 0;
  view.changes$.subscribe(() => {
    emitted += 1;
  });
  await view.begin();
  assert.is(view.takeChange()?.gone.forVisitors, false);
  view.offer(isPrivate);
  assert.is(view.takeChange()?.gone.forVisitors, true);
  view.offer(withdrawn);
  const change = view.takeChange();
  assert.equal([change?.gone.forVisitors, change?.gone.lots, emitted], [false, ['lot-2'], 3]);
  assert.is(change?.messages, '', 'the room has it already');
  view.offer(isPrivate);
  view.offer(withdrawn);
  assert.equal([view.takeChange(), emitted], [null, 3]);
});

test('a lot that is reinstated within the same flush is not gone', async () => {
  const sale = new Decided({ terms: { type: 'sequentialOffline' } });
  const view = await viewOf(sale);
  const withdraw = () => sale.run({ type: 'withdraw', lot: 'lot-2', reason: 'lame' });
  const reinstate = () => sale.run({ type: 'reinstateLot', lot: 'lot-2', reason: 'misheard', by: 'rob' });
  view.offer([...withdraw(), ...reinstate()]);
  const change = view.takeChange();
  assert.equal(change?.catalogueLots, ['lot-2']);
  assert.equal(change?.gone.lots, []);
  view.offer([...withdraw(), ...reinstate(), ...withdraw()]);
  assert.equal(view.takeChange()?.gone.lots, ['lot-2']);
});

const act = fc.oneof(
  fc.record({
    kind: fc.constantFrom('bid', 'auto'),
    lot: fc.nat(2),
    who: fc.constantFrom('ann', 'bob', 'cy'),
    steps: fc.nat(30),
    wait: fc.integer({ min: 0, max: 90_000 }),
  }),
  fc.record({
    kind: fc.constantFrom('freeze', 'resume', 'pause', 'unpause'),
    lot: fc.option(fc.nat(2)),
    wait: fc.integer({ min: 0, max: 90_000 }),
  }),
  fc.record({ kind: fc.constant('time' as const), wait: fc.integer({ min: 0, max: 400_000 }) }),
);

for (const type of ['simultaneous', 'sequential', 'sequentialOffline', 'synchronous'] as const) {
  test(`[G11] [G13] ${type}: after any events and any reconnection, a client ends up with the truth`, async () => {
    await check(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), fc.nat(3), fc.nat(25), async (acts, every, away) => {
        const sale = new Decided({
          lots: ['lot-1', 'lot-2', 'lot-3'].map((lot) => lotTerms(lot, { reserveCents: 33_000 })),
          terms: { type, inactiveSeconds: 60, lotOpeningSeconds: 120, gapSeconds: 10 },
        });
        const view = await viewOf(sale);
        const present = new ClientState();
        present.take(view.snapshot());
        let absent: ClientState | undefined;
        let elsewhere: ClientState | undefined;
        let at = LIVE_AT;
        acts.forEach((one, n) => {
          at += one.wait;
          const lot = 'lot' in one && one.lot !== null ? `lot-${one.lot + 1}` : undefined;
          if (one.kind === 'bid') view.offer(sale.bid(lot ?? '', one.who, 30_000 + 500 * one.steps, at));
          else if (one.kind === 'auto')
            view.offer(sale.autoBid(lot ?? '', one.who, 30_000 + 500 * one.steps, at));
          else if (one.kind === 'time') view.offer(sale.run({ type: 'advanceClock' }, at));
          else view.offer(sale.run({ type: one.kind, reason: 'r', ...(lot !== undefined && { lot }) }, at));
          if (n % (every + 1) !== 0) return;
          present.take(view.takeChange()?.messages ?? '');
          if (n >= away && absent === undefined) {
            [absent, elsewhere] = [new ClientState(), new ClientState()];
            absent.take(view.snapshot());
            elsewhere.take(view.snapshot());
          }
        });
        present.take(view.takeChange()?.messages ?? '');
        const expected = truth(sale);
        assert.equal({ auction: present.auction, lots: [...present.lots.values()] }, expected);
        if (absent !== undefined) {
          absent.take(view.changesSince(absent.seq));
          assert.equal({ auction: absent.auction, lots: [...absent.lots.values()] }, expected);
        }
        // A gateway that starts only now gives the same answers from the log.
        const later = await viewOf(sale);
        elsewhere ??= new ClientState();
        elsewhere.take(elsewhere.seq < 0 ? later.snapshot() : later.changesSince(elsewhere.seq));
        assert.equal({ auction: elsewhere.auction, lots: [...elsewhere.lots.values()] }, expected);
      }),
      { runs: 100 },
    );
  });
}

test('how a lot stands, for the words of a refusal', async () => {
  const online = new Decided();
  online.bid('lot-1', 'jane', 30_500);
  const refused = async (sale: Decided, lot: string) => (await viewOf(sale)).refusedLot(lot);
  assert.equal(await refused(online, 'lot-1'), { isInterfaced: false, isSold: null });
  online.run({ type: 'advanceClock' }, LIVE_AT + 10 * 24 * 3_600_000);
  assert.equal(await refused(online, 'lot-1'), { isInterfaced: false, isSold: true });
  assert.equal(await refused(online, 'lot-2'), { isInterfaced: false, isSold: false });
  const interfaced = new Decided({ terms: { type: 'sequentialOffline' } });
  assert.equal(await refused(interfaced, 'lot-1'), { isInterfaced: true, isSold: null });
});

test.run();
