import { admit } from '@saleyard/command-api/engine/admission.ts';
import { recordedCommand, sameCommand } from '@saleyard/command-api/engine/recorded-command.ts';
import { lotTerms, schedule } from '@saleyard/command-api/test-support/sale.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { FREEZE_CAUSES } from '@saleyard/domain/auction/freeze-cause.ts';
import { POLICY_VALUES, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import type { LotDescription, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { AUCTION_TYPE_NAMES } from '@saleyard/domain/auction/types/auction-types.ts';
import { check, fc, PROPERTY_RUNS } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { assertAgreement } from '../test-support/audit-agreement.ts';
import { readByAll } from '../test-support/every-reader.ts';
import { RecordedSale } from '../test-support/recorded-sale.ts';
import { auditAuction } from './audit.ts';
import { lotsText, reportText } from './text.ts';

/**
 * The audit proves a sale after any commands. Every command there is, whole and with random and missing members,
 * is decided in every state of a sale by the runtime's decider, stored as JSON and audited.
 */

const test = suite('every command, audited', { limitMs: PROPERTY_RUNS * 500 });

/** Each run audits a sale and makes all its read models: 10,000 of them may take eleven minutes. */
const RUNS = Math.min(PROPERTY_RUNS, 4_000);

type Type = CommandBody['type'];
type Of<T extends Type> = Extract<CommandBody, { type: T }>;

const AUCTION = 'a1';
/** The sender of every command of a recorded sale. */
const SENDER = 'engine';
const OPEN_AT = 10_000;
const LIVE_AT = 60_000;
const START = 10_000;
const STEP = 1_000;

const lots = fc.constantFrom('l1', 'l1', 'l1', 'l1', 'l2', 'l3', 'none');
const PEOPLE = ['ann', 'bob', 'vera', 'vendor', 'floor', 'floor:12'];
const people = fc.constantFrom('ann', ...PEOPLE);
const cents = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 12 }).map((steps) => START + steps * STEP) },
  { weight: 1, arbitrary: fc.constantFrom(0, -STEP, 0.5, START + 1, 2 ** 53, 1e300) },
);
const reasons = fc.constantFrom('', 'storm', 'the owner calls');
const descriptions: fc.Arbitrary<LotDescription | null> = fc.constantFrom(null, {
  kept: 'here',
  details: { title: 'Weaners', state: 'NSW' },
  media: [],
});

const terms: fc.Arbitrary<Of<'schedule'>['terms']> = fc.record({
  // An interfaced sale takes the most commands.
  type: fc.constantFrom(...AUCTION_TYPE_NAMES, 'sequentialOffline'),
  openAt: fc.constant(OPEN_AT),
  liveAt: fc.constantFrom(OPEN_AT, LIVE_AT),
  durationSeconds: fc.integer({ min: 1, max: 120 }),
  staggerSeconds: fc.nat({ max: 10 }),
  staleTimeSeconds: fc.nat({ max: 20 }),
  inactiveSeconds: fc.nat({ max: 20 }),
  lotOpeningSeconds: fc.integer({ min: 1, max: 60 }),
  gapSeconds: fc.nat({ max: 5 }),
  reopenSeconds: fc.constantFrom(0, 60),
  secondPersonAboveCents: fc.constantFrom(120_000, 10_000_000),
  secondPersonAfterDay: fc.boolean(),
  allowAutoBid: fc.boolean(),
  allowUpcomingBid: fc.boolean(),
  policy: fc.record({
    opening: fc.constantFrom(...POLICY_VALUES.opening),
    challenge: fc.constantFrom(...POLICY_VALUES.challenge),
    tie: fc.constantFrom(...POLICY_VALUES.tie),
    reserve: fc.constantFrom(...POLICY_VALUES.reserve),
    belowReserve: fc.constantFrom(...POLICY_VALUES.belowReserve),
  }),
  lotValueCents: fc.constantFrom(null, 100_000_000),
  rules: fc.integer({ min: 1, max: RULES_VERSION }),
});

const versions = fc.constantFrom(0, 1, 2, 3, 5, 40, 40, -1);

/** Members of a change of the schedule: the version that was read, and the catalogue in another order. */
const edits = fc.record(
  {
    after: versions,
    lots: fc
      .shuffledSubarray(['l1', 'l2', 'l3'], { minLength: 2 })
      .map((order) => order.map((lot, place) => ({ lot, number: String(place + 1) }))),
  },
  { requiredKeys: [] },
);

const lotOf: fc.Arbitrary<LotTerms> = fc
  .record({
    lot: fc.constantFrom('l1', 'l2', 'l3', 'l4'),
    reserveCents: fc.constantFrom(null, START + 3 * STEP, START + 9 * STEP),
    maxVendorBids: fc.constantFrom(0, 1, 2, 2),
    createdBy: fc.constantFrom('vera', 'ann'),
    description: descriptions,
  })
  .map(({ lot, ...change }) => lotTerms(lot, change));

const stop = <T extends 'resume' | 'pause' | 'unpause'>(type: T) =>
  fc.record(
    { type: fc.constant(type), lot: lots, reason: reasons },
    { requiredKeys: ['type', 'reason'] },
  ) as unknown as fc.Arbitrary<Of<T>>;
const ofLot = <T extends 'openLot' | 'passIn'>(type: T) =>
  fc.record({ type: fc.constant(type), lot: lots }) as unknown as fc.Arbitrary<Of<T>>;

const fixing = <T extends 'retractFloorBid' | 'reopenLot' | 'reinstateLot' | 'declineCorrection'>(type: T) =>
  fc.record({ type: fc.constant(type), lot: lots, reason: reasons, by: people }) as unknown as fc.Arbitrary<
    Of<T>
  >;

/**
 * A bid: some are placed by phone, and some bidders may not bid. `placedBy` names the sender, because the audit reports any
 * other name.
 */
const bidding = <T extends 'bid' | 'autoBid'>(
  members: {
    [Name in Exclude<keyof Of<T>, 'permitted' | 'placedBy'>]: fc.Arbitrary<Of<T>[Name]>;
  },
) =>
  fc.record(
    {
      ...members,
      permitted: fc.constantFrom(true, true, true, false),
      placedBy: fc.record({ by: fc.constant(SENDER), note: reasons }),
    },
    { requiredKeys: Object.keys(members) as never },
  ) as unknown as fc.Arbitrary<Of<T>>;

/** Every command there is: one that is missing here does not compile. */
const COMMANDS: { readonly [T in Type]: fc.Arbitrary<Of<T>> } = {
  bid: bidding({ type: fc.constant('bid'), lot: lots, bidder: people, cents }),
  autoBid: bidding({ type: fc.constant('autoBid'), lot: lots, bidder: people, maxCents: cents }),
  stopAutoBid: fc.record({ type: fc.constant('stopAutoBid'), lot: lots, bidder: people }),
  vendorBid: fc.record({ type: fc.constant('vendorBid'), lot: lots, cents }),
  floorBid: fc.record(
    { type: fc.constant('floorBid'), lot: lots, cents, bidder: people },
    { requiredKeys: ['type', 'lot', 'cents'] },
  ) as fc.Arbitrary<Of<'floorBid'>>,
  freeze: fc.record(
    {
      type: fc.constant('freeze'),
      lot: lots,
      reason: reasons,
      cause: fc.constantFrom(...FREEZE_CAUSES, 'the moon' as never),
    },
    { requiredKeys: ['type', 'reason'] },
  ) as fc.Arbitrary<Of<'freeze'>>,
  resume: stop('resume'),
  pause: stop('pause'),
  unpause: stop('unpause'),
  openLot: ofLot('openLot'),
  knockDown: fc.record(
    { type: fc.constant('knockDown'), lot: lots, buyer: people },
    { requiredKeys: ['type', 'lot'] },
  ) as fc.Arbitrary<Of<'knockDown'>>,
  passIn: ofLot('passIn'),
  withdraw: fc.record({ type: fc.constant('withdraw'), lot: lots, reason: reasons }),
  cancel: fc.record({ type: fc.constant('cancel'), reason: reasons }),
  announce: fc.record({
    type: fc.constant('announce'),
    text: fc.constantFrom(null, null, '', 'Trucks at ten', 'x'.repeat(301), 'x'.repeat(20_000)),
  }),
  messageEveryone: fc.record({
    type: fc.constant('messageEveryone'),
    text: fc.constantFrom('', 'Trucks at ten', 'Trucks at two', 'x'.repeat(301)),
  }),
  exportResults: fc.record({ type: fc.constant('exportResults'), contacts: fc.boolean() }),
  sellBefore: fc.record({ type: fc.constant('sellBefore'), lot: lots, reason: reasons }),
  sellAfter: fc.record({ type: fc.constant('sellAfter'), lot: lots, buyer: people, cents }),
  retractFloorBid: fixing('retractFloorBid'),
  reopenLot: fixing('reopenLot'),
  reinstateLot: fixing('reinstateLot'),
  declineCorrection: fixing('declineCorrection'),
  correctSale: fc.oneof(
    fc.record({
      type: fc.constant('correctSale'),
      lot: lots,
      outcome: fc.constantFrom('annulled', 'withdrawn', 'passed'),
      reason: reasons,
      by: people,
    }),
    fc.record(
      {
        type: fc.constant('correctSale'),
        lot: lots,
        outcome: fc.constant('sold'),
        buyer: people,
        cents,
        reason: reasons,
        by: people,
        acceptedBy: fc.constant('staffRecord'),
      },
      { requiredKeys: ['type', 'lot', 'outcome', 'buyer', 'cents', 'reason', 'by'] },
    ),
  ) as unknown as fc.Arbitrary<Of<'correctSale'>>,
  confirmCorrection: fc.record(
    {
      type: fc.constant('confirmCorrection'),
      lot: lots,
      by: people,
      outcome: fc.constantFrom('sold', 'annulled', 'withdrawn', 'passed'),
      buyer: people,
      cents,
    },
    { requiredKeys: ['type', 'lot', 'by'] },
  ) as fc.Arbitrary<Of<'confirmCorrection'>>,
  nameFloorBuyer: fc.record({
    type: fc.constant('nameFloorBuyer'),
    lot: lots,
    buyer: fc.oneof(people, fc.constantFrom('floor:12', 'floor:x')),
    by: people,
  }),
  assignBuyerNumber: fc.record({
    type: fc.constant('assignBuyerNumber'),
    buyer: fc.constantFrom('floor:12', 'floor:12', 'floor:x'),
    account: people,
    by: people,
  }),
  answerOffer: fc.record(
    { type: fc.constant('answerOffer'), lot: lots, bidder: people, accepts: fc.boolean(), cents },
    { requiredKeys: ['type', 'lot', 'bidder', 'accepts'] },
  ) as fc.Arbitrary<Of<'answerOffer'>>,
  schedule: fc.tuple(terms, edits).map(([how, edit]): Of<'schedule'> => {
    const { details } = schedule('simultaneous') as Of<'schedule'>;
    return { type: 'schedule', details, terms: how, ...edit };
  }),
  catalogueLots: fc.oneof(
    fc.record({
      type: fc.constant('catalogueLots'),
      lots: fc.oneof(fc.array(lotOf, { maxLength: 4 }), fc.constant(many(40))),
    }),
    fc.record({
      type: fc.constant('catalogueLots'),
      lots: fc.array(lotOf, { minLength: 1, maxLength: 1 }),
      after: versions,
      place: fc.constantFrom(0, 1, 2, 9, -1),
    }),
  ),
  amendLot: fc.record({
    type: fc.constant('amendLot'),
    lot: lots,
    startCents: cents,
    reserveCents: fc.option(cents),
    description: descriptions,
  }),
  advanceClock: fc.constant({ type: 'advanceClock' }),
};

/** Enough lots that their refusal is too long to store. The last one is refused. */
function many(count: number): LotTerms[] {
  const description: LotDescription = { kept: 'here', details: { title: 'x'.repeat(600) }, media: [] };
  return Array.from({ length: count }, (_, n) =>
    lotTerms(`m${n}`, { description, count: n === count - 1 ? 0 : 10 }),
  );
}

/** Commands that end a sale come less often, so that sales reach every state. */
const RARE: ReadonlySet<Type> = new Set([
  ...(['cancel', 'withdraw', 'sellBefore', 'freeze', 'schedule'] as const),
  ...(['messageEveryone', 'exportResults'] as const),
]);

const CATALOGUING: ReadonlySet<Type> = new Set(['schedule', 'catalogueLots', 'amendLot']);

const OFTEN: ReadonlySet<Type> = new Set([
  'correctSale',
  'answerOffer',
  'bid',
  'autoBid',
  'stopAutoBid',
  'floorBid',
  'openLot',
]);

const bodies: fc.Arbitrary<CommandBody> = fc.oneof(
  ...(Object.keys(COMMANDS) as Type[]).map((type) => ({
    weight: RARE.has(type) ? 1 : OFTEN.has(type) ? 6 : 3,
    arbitrary: COMMANDS[type] as fc.Arbitrary<CommandBody>,
  })),
);

/** A change of one member of a body at any depth: `at` picks it. */
type Spoiling = { at: number; to: 'missing' | { value: unknown } };

const spoilings: fc.Arbitrary<Spoiling> = fc.record({
  at: fc.nat({ max: 10_000 }),
  to: fc.oneof(
    fc.constant<'missing'>('missing'),
    fc.jsonValue({ maxDepth: 2 }).map((value) => ({ value })),
  ),
});

/** The body with members missing or random; its type stays, since it selects the command. */
function spoilt(body: CommandBody, how: readonly Spoiling[]): CommandBody {
  const made: Record<string, unknown> = structuredClone(body);
  for (const { at, to } of how) {
    const places = placesIn(made).filter(({ of, name }) => !(of === made && name === 'type'));
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) continue;
    if (to === 'missing') delete place.of[place.name];
    else place.of[place.name] = structuredClone(to.value);
  }
  const { placedBy } = made;
  if (typeof placedBy === 'object' && placedBy !== null && 'by' in placedBy) placedBy.by = SENDER;
  return JSON.parse(JSON.stringify(made)) as CommandBody;
}

function placesIn(value: unknown): { of: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const of = value as Record<string, unknown>;
  return Object.keys(of).flatMap((name) => [{ of, name }, ...placesIn(of[name])]);
}

type Draft = { wait: number; body: CommandBody; spoiled: readonly Spoiling[]; isAdmitted: boolean };

const drafts: fc.Arbitrary<Draft> = fc.record({
  wait: fc.oneof(
    { weight: 20, arbitrary: fc.nat({ max: 3_000 }) },
    { weight: 3, arbitrary: fc.nat({ max: 30_000 }) },
    { weight: 1, arbitrary: fc.nat({ max: 200_000 }) },
  ),
  body: bodies,
  spoiled: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(spoilings, { minLength: 1, maxLength: 3 }) },
  ),
  isAdmitted: fc.boolean(),
});

const whole = (body: CommandBody): Draft => ({ wait: 100, body, spoiled: [], isAdmitted: false });
const signed = { reason: 'a slip', by: 'rob' } as const;

/** Mistakes of a sale day and how they are put right, in order: chance alone seldom makes them. */
const mistakes: fc.Arbitrary<Draft[]> = fc
  .record({
    lot: fc.constantFrom('l1', 'l2', 'l3'),
    steps: fc.integer({ min: 1, max: 9 }),
    which: fc.nat({ max: 7 }),
  })
  .map(({ lot, steps, which }): CommandBody[] => {
    const price = START + steps * STEP;
    const hammer: CommandBody[] = [
      { type: 'openLot', lot },
      { type: 'floorBid', lot, cents: price },
      { type: 'knockDown', lot },
    ];
    if (which === 0) {
      return [
        { type: 'withdraw', lot, reason: 'storm' },
        { type: 'reinstateLot', lot, ...signed },
      ];
    }
    if (which === 6) {
      return [
        { type: 'freeze', lot, reason: 'storm' },
        { type: 'resume', lot, reason: 'sun' },
        { type: 'pause', lot, reason: 'storm' },
        { type: 'unpause', lot, reason: 'sun' },
      ];
    }
    if (which === 7) {
      return [
        ...hammer,
        { type: 'correctSale', lot, outcome: 'passed', ...signed },
        { type: 'sellAfter', lot, buyer: 'floor', cents: price },
        { type: 'nameFloorBuyer', lot, buyer: 'cat', by: 'rob' },
      ];
    }
    if (which === 4) {
      return [
        { type: 'autoBid', lot, bidder: 'bob', maxCents: price },
        { type: 'stopAutoBid', lot, bidder: 'bob' },
      ];
    }
    if (which === 1) {
      return [
        ...hammer,
        { type: 'nameFloorBuyer', lot, buyer: 'floor:12', by: 'rob' },
        { type: 'assignBuyerNumber', buyer: 'floor:12', account: 'cat', by: 'rob' },
        { type: 'reopenLot', lot, ...signed },
        { type: 'retractFloorBid', lot, ...signed },
      ];
    }
    const proposed: CommandBody[] = [
      ...hammer,
      { type: 'correctSale', lot, outcome: 'sold', buyer: 'cat', cents: price, ...signed },
    ];
    if (which === 5) return [...proposed, { type: 'declineCorrection', lot, ...signed }];
    return [
      ...proposed,
      which === 2
        ? { type: 'confirmCorrection', lot, by: 'sue', outcome: 'sold', buyer: 'cat', cents: price }
        : { type: 'confirmCorrection', lot, by: 'rob' },
      { type: 'answerOffer', lot, bidder: 'cat', accepts: which === 2, cents: price },
    ];
  })
  .map((each) => each.map(whole));

const sales = fc.record({
  scheduled: terms,
  lots: fc
    .array(lotOf, { maxLength: 3, size: 'max' })
    .map((each) => each.map((one, place) => ({ ...one, lot: `l${place + 1}` }))),
  drafts: fc
    .array(
      fc.oneof({ weight: 12, arbitrary: drafts.map((draft) => [draft]) }, { weight: 1, arbitrary: mistakes }),
      { minLength: 15, maxLength: 50, size: 'max' },
    )
    .map((each) => each.flat()),
});

const anybody = { mayBid: () => true, termsDueSince: () => null };

/** The body as admitted from the bus, or null when it is rejected. */
function admitted(body: CommandBody): CommandBody | null {
  try {
    const actor = { kind: 'system', id: SENDER } as const;
    const command = admit({ auction: AUCTION, commandId: 'c', actor, body }, anybody);
    return 'body' in command ? command.body : null;
  } catch (error) {
    assert.instance(error, TypeError);
    assert.is((error as Error).name, 'MalformedCommand');
    return null;
  }
}

/** Outcomes by command type and phase: together, the runs must cover them all. */
const seen = new Set<string>();

test('a sale is proven after any commands, and every command is answered again as it was', () =>
  check(
    fc.asyncProperty(sales, async ({ scheduled, lots: catalogue, drafts: planned }) => {
      const sale = new RecordedSale(AUCTION);
      const { details } = schedule('simultaneous') as Of<'schedule'>;
      const send = (body: CommandBody, now: number): 'accepted' | 'refused' | undefined => {
        const outcome = decisionOf(sale.send(body, now))?.outcome;
        if (outcome === undefined) return undefined;
        for (const name of 'placedBy' in body ? [body.type, `${body.type} by phone`] : [body.type])
          seen.add(`${name} ${outcome}`).add(`${name} ${sale.phase}`);
        return outcome;
      };
      send({ type: 'schedule', details, terms: scheduled }, 1);
      if (catalogue.length > 0) send({ type: 'catalogueLots', lots: catalogue }, 2);
      let now = 2;
      let isCatalogued = true;
      for (const { wait, body: whole, spoiled, isAdmitted } of planned) {
        now += wait;
        const given = spoilt(whole, spoiled);
        const body = isAdmitted ? admitted(given) : given;
        if (body === null) continue;
        const outcome = send(body, now);
        if (outcome === 'accepted' && spoiled.length > 0 && CATALOGUING.has(body.type)) isCatalogued = false;
      }
      const report = await auditAuction({ log: sale.log, auctionId: AUCTION });
      assert.is(report.difference, null, JSON.stringify(report.difference));
      assertAgreement(report);
      assert.ok(reportText(report).includes('PROVEN'));
      lotsText(report, report.lots);
      // Readers rely on valid sales and lots: these are never stored from unvalidated input.
      if (isCatalogued)
        await readByAll({ auction: AUCTION, log: sale.log, stored: sale.stored, people: PEOPLE }, report);
      // It is also audited as earlier versions of Saleyard stored it.
      if (sale.isOld) {
        const older = await auditAuction({ log: sale.older, auctionId: AUCTION });
        assert.is(older.difference, null, JSON.stringify(older.difference));
        assertAgreement(older);
        assert.equal(older.totals, report.totals);
        if (older.commands.notKept > 0) seen.add('not kept');
      }
      const { decided, hashed, notKept } = report.commands;
      assert.equal([decided + hashed, notKept], [sale.sent.size, 0]);
      if (hashed > 0) seen.add('hashed');
      for (const [commandId, body] of sale.sent) {
        const group = sale.stored.filter(({ meta }) => meta.commandId === commandId);
        const recorded = recordedCommand(group.map(({ type, data }) => ({ type, data }) as AuctionEvent));
        const isByTime = recorded.kind === 'whole' && recorded.body.type === 'advanceClock';
        if (!isByTime) assert.ok(sameCommand(body, recorded), `${commandId} ${body.type}`);
      }
    }),
    { runs: RUNS },
  ));

test('the sales together cover every command, accepted and refused, in every phase that refuses it', () => {
  const types: string[] = (Object.keys(COMMANDS) as Type[]).filter((type) => type !== 'advanceClock');
  const missing = [...types, 'bid by phone', 'autoBid by phone']
    .flatMap((type) => [`${type} accepted`, `${type} refused`, `${type} live`, `${type} closed`])
    .filter((each) => !seen.has(each));
  assert.equal(missing, []);
  assert.ok(seen.has('hashed') && seen.has('not kept'));
});

test.run();
