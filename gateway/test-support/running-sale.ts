import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CommandEnvelope, type CommandReply, subjects } from '@saleyard/contract/commands.ts';
import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import type { Command, CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { evolve, initialState } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { DEFAULT_POLICY, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { AuctionDetails, AuctionTerms, LotTerms } from '@saleyard/domain/auction/terms.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { CHAINED, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, NewEvent, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { createGateway, type Gateway, type GatewayDeps } from '../http/create-gateway.ts';
import { STEADY_SHEDDING } from '../shedding/work.ts';
import type { Session } from '../socket/session.ts';

/** How long before the test started its sale was scheduled, in ms; it went live half-way. */
const SCHEDULED_BEFORE_MS = 1_000;

/** Lots and people of the test sales. Amounts in cents. */
export const details = (over: Partial<AuctionDetails> = {}): AuctionDetails => ({
  searchNumber: 4512,
  title: 'Boggabri weaner sale',
  description: 'Weaners from the north-west',
  kind: 'cattle',
  public: true,
  states: ['NSW'],
  requiresTabs: false,
  auctionTabs: [],
  aliasSeed: 77_123,
  ...over,
});

export const terms = (now: number, over: Partial<AuctionTerms> = {}): AuctionTerms => ({
  type: 'simultaneous',
  openAt: now,
  liveAt: now,
  durationSeconds: 600,
  staggerSeconds: 0,
  staleTimeSeconds: 30,
  inactiveSeconds: 0,
  lotOpeningSeconds: 0,
  gapSeconds: 0,
  lotValueCents: LOT_LIMITS.valueCents,
  rules: RULES_VERSION,
  allowAutoBid: true,
  allowUpcomingBid: true,
  policy: DEFAULT_POLICY,
  ...over,
});

/** The first event of an account that may only look; its personal data must never be seen. */
export const registered: AccountEvent = {
  type: 'AccountRegistered',
  data: {
    at: 1,
    numericId: 7,
    shortId: 'J7',
    personal: 'sealed-personal-data',
    status: 'registered',
    type: 'guest',
    role: null,
    stockTypes: ['Cattle'],
    approvedStockTypes: [],
  },
};

export const lotTerms = (lot: string, over: Partial<LotTerms> = {}): LotTerms => ({
  lot,
  number: lot.replace(/\D/g, '') || '1',
  searchNumericId: 9000 + Number(lot.replace(/\D/g, '') || 1),
  unit: 'head',
  count: 40,
  startCents: 30_000,
  incrementCents: 500,
  reserveCents: null,
  maxVendorBids: 0,
  createdBy: 'account-of-the-vendor',
  description: null,
  ...over,
});

/** The one node that runs auctions. */
const OWNER = 'owner';

export type RunningSale = {
  auction: string;
  bus: Bus;
  log: EventLog;
  gateway: Gateway;
  port: number;
  /** The newest state, as the owner has it. */
  state(): AuctionState;
  /** Sends a command over the bus to the owner, like any other process. */
  command(body: CommandBody, as?: string): Promise<CommandReply>;
  /** Appends to an account's stream and publishes it. */
  account(user: string, events: readonly AccountEvent[]): Promise<void>;
  /** Appends to a listing's stream and publishes it. */
  listing(id: string, events: readonly ListingEvent[]): Promise<void>;
  /** Ended sessions; the gateway polls them. */
  revoked: Set<string>;
  /** While true the owner's events are withheld from the bus (as if lost). */
  busIsDown: boolean;
  failures: unknown[];
  stop(): Promise<void>;
};

/** A test's cookie is `user=<id>`; its session is named after the user. */
function sessionOfCookie(cookie: string | undefined): Session | null {
  const user = /user=([\w-]+)/.exec(cookie ?? '')?.[1];
  if (user === undefined) return null;
  return { sessionId: `session-of-${user}`, userId: user, role: null, status: 'approved-buyer' };
}

type Options = {
  lots?: readonly LotTerms[];
  details?: Partial<AuctionDetails>;
  terms?: Partial<AuctionTerms>;
  clock?: Clock;
  gateway?: Partial<GatewayDeps>;
  /** Replaces the owner of the auction: receives every command. */
  owner?: (envelope: CommandEnvelope<CommandBody>) => Promise<CommandReply>;
  /** Wraps the bus that the gateway sees. */
  busSeen?: (bus: Bus) => Bus;
};

/** A sale that runs over the real log, the embedded bus and a real gateway, decided by the domain. */
export async function runningSale(options: Options = {}): Promise<RunningSale> {
  const clock = options.clock ?? systemClock;
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-gateway-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder });
  const bus = createEmbeddedBus({ clock });
  const auction = newId();
  const revoked = new Set<string>();
  const failures: unknown[] = [];
  let state = initialState;
  let tail: Promise<unknown> = Promise.resolve();

  const append = async (stream: string, expected: number, events: readonly NewEvent[]) => {
    const result = await log.append(stream, expected, events);
    if (result.outcome !== 'appended') throw new Error(result.outcome);
    const stored: RecordedEvent[] = [];
    for await (const batch of log.read(stream, { from: expected + 1, limit: events.length })) {
      stored.push(...batch);
    }
    return { ...result, events: stored };
  };
  const publish = (subject: string, events: RecordedEvent[]) => {
    if (!sale.busIsDown) bus.publish(subject, events);
  };

  /** Appends to a stream of this kind and publishes what was stored. */
  const appended = async (
    kind: 'account' | 'listing',
    id: string,
    events: readonly (AccountEvent | ListingEvent)[],
  ): Promise<void> => {
    const stream = streamOf(STREAMS[kind], id);
    const schemas: Readonly<Record<string, number>> = STREAMS[kind].schemas;
    const recorded = events.map((event) => ({
      id: newId(),
      type: event.type,
      data: event.data,
      meta: {
        at: clock.now(),
        commandId: newId(),
        actor: { kind: 'system' as const, id: 'test' },
        schema: schemas[event.type] ?? 1,
      },
    }));
    const result = await append(stream, await log.lastRevision(stream), recorded);
    publish(subjects.streamEvents(kind, id), result.events);
  };

  let ahead = SCHEDULED_BEFORE_MS;
  const decideNow = async (envelope: CommandEnvelope<CommandBody>): Promise<CommandReply> => {
    const { commandId, actor, body } = envelope;
    const at = Math.max(clock.now() - ahead, state.lastAt);
    const command: Command = { at, body };
    const events = decide(state, command);
    if (events.length === 0) return { outcome: 'not-found' };
    const recorded = events.map((event) => ({
      id: newId(),
      type: event.type,
      data: event.data,
      meta: { at, commandId, actor, schema: STREAMS.auction.schemas[event.type] },
    }));
    const result = await append(auctionStream(auction), state.version - 1, recorded);
    for (const event of events) state = evolve(state, event as AuctionEvent);
    publish(subjects.streamEvents('auction', auction), result.events);
    const decision = decisionOf(events);
    if (decision === null) return { outcome: 'not-found' };
    return {
      outcome: 'decided',
      accepted: decision.outcome === 'accepted',
      code: decision.outcome === 'refused' ? decision.code : null,
      lot: decision.lot,
      currentBidCents: decision.currentBidCents,
      leader: decision.leader,
      finishAt: decision.finishAt,
      seq: result.revision,
      position: result.position,
    };
  };
  const inTurn = (envelope: CommandEnvelope<CommandBody>): Promise<CommandReply> => {
    const turn = tail.then(() => decideNow(envelope));
    tail = turn.catch(() => {});
    return turn;
  };
  const leases = new EmbeddedLeases(clock).join(OWNER);
  bus.serve(subjects.commandsTo(OWNER), (payload) =>
    (options.owner ?? inTurn)(payload as CommandEnvelope<CommandBody>),
  );

  const gateway = createGateway({
    log,
    bus: options.busSeen?.(bus) ?? bus,
    leases,
    clock,
    newId,
    routes: [],
    sessionOf: async (request) => sessionOfCookie(request.headers.cookie),
    isRevoked: async (ids) => ids.filter((id) => revoked.has(id)),
    auctionIdOf: async (number) => (number === 4512 ? auction : null),
    failed: (error) => failures.push(error),
    serverState: () => ({ isLive: true, message: '' }),
    isReady: async () => ({ ready: true }),
    sheddingLimits: STEADY_SHEDDING,
    ...options.gateway,
  });
  const { port } = await gateway.listen(0, '127.0.0.1');

  const sale: RunningSale = {
    auction,
    bus,
    log,
    gateway,
    port,
    revoked,
    failures,
    busIsDown: false,
    state: () => state,
    command: (body, as = 'staff') =>
      inTurn({ auction, commandId: newId(), actor: { kind: 'staff', id: as }, body }),
    account: (user, events) => appended('account', user, events),
    listing: (id, events) => appended('listing', id, events),
    async stop() {
      await gateway.close();
      await leases.close();
      await bus.close();
      await log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  const goesLive = clock.now() - SCHEDULED_BEFORE_MS / 2;
  await sale.command({
    type: 'schedule',
    details: details(options.details),
    terms: terms(goesLive, options.terms),
  });
  await sale.command({
    type: 'catalogueLots',
    lots: options.lots ?? ['lot-1', 'lot-2', 'lot-3'].map((lot) => lotTerms(lot)),
  });
  ahead = 0;
  await sale.command({ type: 'advanceClock' });
  return sale;
}
