import type { CommandActor } from '@saleyard/contract/commands.ts';
import type { LotBody } from '@saleyard/contract/lots.ts';
import type { SaleDetailsBody, SaleScheduled, SaleTermsBody } from '@saleyard/contract/staff.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { DEFAULT_POLICY, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import type {
  AuctionDetails,
  AuctionTerms,
  LotDescription,
  LotTerms,
} from '@saleyard/domain/auction/terms.ts';
import { AUCTION_TYPES, type AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { DURATIONS } from '@saleyard/domain/auction/types/durations.ts';
import { contentOf, nextNumber, numbersOf } from '@saleyard/domain/listing/forms/catalogue.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, newId, randomFraction } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { type Numbers, NumbersUnavailable } from '../accounts/numbers.ts';
import { personalDigest } from '../accounts/personal-data.ts';
import { refusalOf, retrySoon, type SubmitCommand } from '../engine-replies.ts';
import { enterListings } from '../listings/enter-listings.ts';
import { acceptRequest, type Responded } from '../requests.ts';
import type { SaleEntry } from './sale-directory.ts';
import { lotsProblems, type SaleProblem, settingsProblems, termsProblems } from './sale-rules.ts';

/** Lots per command: an event of this many stays well below the message limits of log and bus. */
const LOTS_PER_COMMAND = 500;

export type SaleParts = {
  log: EventLog;
  clock: Clock;
  secrets: Secrets;
  numbers: Numbers;
  submit: SubmitCommand;
};

/** A request. `lots` are all catalogued or none, unless the sale opens or the log fails in between. */
export type SaleRequest = {
  details: SaleDetailsBody;
  terms: SaleTermsBody;
  lots?: readonly LotBody[];
  /** Repeating it returns the same sale. */
  commandId?: string;
};

export type SaleReply =
  | { outcome: 'scheduled'; sale: SaleScheduled; position: number }
  | { outcome: 'refused'; refusal: Refusal };

export type LotsReply =
  | { outcome: 'catalogued'; lots: readonly string[]; position: number }
  | { outcome: 'refused'; refusal: Refusal };

/** A refusal (400) that lists every contradiction. */
export const contradiction = (problems: readonly SaleProblem[]): Refusal => ({
  status: 400,
  errors: problems.map(({ field, message }) => ({ code: 'invalid-request', message, field })),
});

const refused = (reason: Refusal): { outcome: 'refused'; refusal: Refusal } => ({
  outcome: 'refused',
  refusal: reason,
});

/** The ids and numbers of the lots of one request, in its order. */
type LotIds = { lots: readonly string[]; firstNumber: number };

/**
 * Schedules a sale and catalogues its lots. Ids are generated here, short numbers come from the sequences, and the
 * sale's random alias seed is drawn once.
 */
export async function scheduleSale(
  parts: SaleParts,
  request: SaleRequest,
  actor: CommandActor,
): Promise<SaleReply> {
  const { clock, numbers, submit } = parts;
  const { details, terms, lots = [], commandId = newId() } = request;
  const body = { details, terms, lots };
  const tabs = details.requiresTabs ? (details.auctionTabs ?? []).map(({ tabName }) => tabName) : undefined;
  const problems = () => [
    ...termsProblems(terms, clock.now()),
    ...settingsProblems(details, terms),
    ...lotsProblems(details.kind, lots, { tabs }),
  ];
  const accepted = await acceptOnce(parts, { commandId, actor, body, problems }, async () => ({
    auction: newId(),
    searchNumber: await numbers.take('auctions', commandId),
    aliasSeed: Math.floor(randomFraction() * 2 ** 32),
    ...(await lotIds(numbers, commandId, lots.length)),
  }));
  if (accepted.outcome === 'refused') return accepted;
  const { auction, searchNumber, aliasSeed, ...ids } = accepted.response;
  const full: AuctionDetails = {
    searchNumber,
    title: details.title,
    description: details.description ?? '',
    kind: details.kind,
    public: details.public ?? true,
    states: details.states ?? [...new Set(lots.map(({ state }) => state))].sort(),
    requiresTabs: details.requiresTabs ?? false,
    auctionTabs: details.auctionTabs ?? [],
    aliasSeed,
    ...(details.settings !== undefined && { settings: details.settings }),
  };
  const schedule: CommandBody = { type: 'schedule', details: full, terms: termsOf(terms) };
  const reply = await submit({ auction, commandId: eventIdOf(commandId, 0), actor, body: schedule });
  const reason = refusalOf(reply);
  if (reason || reply.outcome !== 'decided') return refused(reason ?? refusal('internal-error'));
  const sale: SaleScheduled = { _id: auction, searchNumber, lots: ids.lots };
  if (lots.length === 0) return { outcome: 'scheduled', sale, position: reply.position };
  const catalogued = await catalogue(parts, {
    auction,
    kind: details.kind,
    lots,
    ids,
    before: 0,
    commandId,
    actor,
    digest: await digest(parts, actor, body),
  });
  if (catalogued.outcome === 'refused') return catalogued;
  return { outcome: 'scheduled', sale, position: catalogued.position };
}

/** Adds lots to a sale that has not opened. `sale`: its entry before. */
export async function catalogueLots(
  parts: SaleParts,
  request: { auction: string; sale: SaleEntry; lots: readonly LotBody[]; commandId?: string },
  actor: CommandActor,
): Promise<LotsReply> {
  const { auction, sale, lots, commandId = newId() } = request;
  const body = { auction, lots };
  const problems = () => lotsProblems(sale.kind, lots, { tabs: sale.tabs ?? undefined, taken: sale.numbers });
  const accepted = await acceptOnce(parts, { commandId, actor, body, problems }, async () => ({
    before: Number(nextNumber(sale.numbers)) - 1,
    after: sale.version,
    ...(await lotIds(parts.numbers, commandId, lots.length)),
  }));
  if (accepted.outcome === 'refused') return accepted;
  // A request that an earlier version accepted has no `after`.
  const { before, after, ...ids }: LotIds & { before: number; after?: number } = accepted.response;
  const reply = await catalogue(parts, {
    auction,
    kind: sale.kind,
    lots,
    ids,
    before,
    after,
    commandId,
    actor,
    digest: await digest(parts, actor, body),
  });
  if (reply.outcome === 'refused') return reply;
  return { outcome: 'catalogued', lots: ids.lots, position: reply.position };
}

/** Identifies a request. Keyed with the sender's own key, since lots name their vendors. */
const digest = ({ secrets }: SaleParts, { id }: CommandActor, body: unknown): Promise<string> =>
  personalDigest(secrets, id, body);

/** Validates a request and assigns its ids, once; repeating the request returns the same. */
async function acceptOnce<T>(
  parts: SaleParts,
  request: { commandId: string; actor: CommandActor; body: unknown; problems: () => SaleProblem[] },
  ids: () => Promise<T>,
): Promise<{ outcome: 'accepted'; response: T } | { outcome: 'refused'; refusal: Refusal }> {
  const respond = async (): Promise<Responded<T, Refusal>> => {
    const problems = request.problems();
    if (problems.length > 0) return refused(contradiction(problems));
    try {
      return { outcome: 'responded', response: await ids() };
    } catch (error) {
      if (!(error instanceof NumbersUnavailable)) throw error;
      return refused(retrySoon('unavailable'));
    }
  };
  const { commandId, actor } = request;
  const body = await digest(parts, actor, request.body);
  const accepted = await acceptRequest(parts, { commandId, actor, body, respond });
  if (accepted.outcome === 'accepted' || accepted.outcome === 'refused') return accepted;
  if (accepted.outcome === 'conflict') return refused(refusal('duplicate-conflict'));
  return refused(retrySoon(accepted.outcome));
}

async function lotIds(numbers: Numbers, commandId: string, count: number): Promise<LotIds> {
  if (count === 0) return { lots: [], firstNumber: 0 };
  return {
    lots: Array.from({ length: count }, newId),
    firstNumber: await numbers.take('lots', commandId, count),
  };
}

/** Creates the lots' listings, then catalogues the lots, each with the reference to its description. */
async function catalogue(
  parts: SaleParts,
  request: {
    auction: string;
    kind: KindType;
    lots: readonly LotBody[];
    ids: LotIds;
    before: number;
    /** The version of the sale that the numbers were taken from. */
    after?: number | undefined;
    commandId: string;
    actor: CommandActor;
    digest: string;
  },
): Promise<{ outcome: 'catalogued'; position: number } | { outcome: 'refused'; refusal: Refusal }> {
  const { auction, kind, ids, before, after, commandId, actor, digest } = request;
  const numbers = numbersOf(request.lots, before);
  const lots = request.lots.map((body, index) => ({
    body,
    given: {
      lot: ids.lots[index] ?? '',
      number: numbers[index] ?? '',
      searchNumericId: ids.firstNumber + index,
      sender: actor.id,
    },
  }));
  const entered = await enterListings(parts, {
    auction,
    kind,
    actor,
    digest,
    lots: lots.map(({ body, given: { lot, searchNumericId, sender } }) => ({
      lot,
      searchNumericId,
      createdBy: body.createdBy ?? sender,
      content: contentOf(kind, body),
    })),
  });
  if (entered.outcome !== 'entered') {
    return refused(retrySoon(entered.outcome));
  }
  const terms = lots.flatMap(({ body, given }, index) => {
    const description = entered.descriptions[index];
    return description === undefined ? [] : [lotTermsOf(body, given, description)];
  });
  let position = -1;
  for (let from = 0, part = 1; from < terms.length; from += LOTS_PER_COMMAND, part += 1) {
    const body: CommandBody = {
      type: 'catalogueLots',
      lots: terms.slice(from, from + LOTS_PER_COMMAND),
      ...(after !== undefined && { after }),
    };
    const reply = await parts.submit({ auction, commandId: eventIdOf(commandId, part), actor, body });
    if (reply.outcome === 'decided' && reply.code === 'already-scheduled') {
      const message = 'This sale has opened or is cancelled: no lots can be added.';
      return refused(refusal('already-scheduled', { message }));
    }
    const reason = refusalOf(reply);
    if (reason || reply.outcome !== 'decided') return refused(reason ?? refusal('internal-error'));
    position = reply.position;
  }
  return { outcome: 'catalogued', position };
}

/** [C2] Only a clerk's sale has lots that can be reopened. */
const usualReopenSeconds = (type: AuctionType): number =>
  AUCTION_TYPES[type].byClerk ? DURATIONS.reopenSeconds.initialSeconds : 0;

/** The terms of a sale under the present rules, with the defaults for what is left out. */
export function termsOf(terms: SaleTermsBody): AuctionTerms {
  return {
    type: terms.type,
    openAt: terms.openAt,
    liveAt: terms.liveAt,
    durationSeconds: terms.durationSeconds ?? 0,
    staggerSeconds: terms.staggerSeconds ?? 0,
    staleTimeSeconds: terms.staleTimeSeconds ?? 0,
    inactiveSeconds: terms.inactiveSeconds ?? 0,
    lotOpeningSeconds: terms.lotOpeningSeconds ?? 0,
    gapSeconds: terms.gapSeconds ?? 0,
    reopenSeconds: terms.reopenSeconds ?? usualReopenSeconds(terms.type),
    ...(terms.secondPersonAboveCents !== undefined && {
      secondPersonAboveCents: terms.secondPersonAboveCents,
    }),
    ...(terms.secondPersonAfterDay !== undefined && { secondPersonAfterDay: terms.secondPersonAfterDay }),
    allowAutoBid: terms.allowAutoBid ?? true,
    allowUpcomingBid: terms.allowUpcomingBid ?? true,
    policy: { ...DEFAULT_POLICY, ...terms.policy },
    lotValueCents: LOT_LIMITS.valueCents,
    rules: RULES_VERSION,
  };
}

/** A lot of a request as the engine's terms, with its assigned id and numbers. */
export function lotTermsOf(
  body: LotBody,
  given: { lot: string; number: string; searchNumericId: number; sender: string },
  description: LotDescription,
): LotTerms {
  return {
    lot: given.lot,
    number: body.number ?? given.number,
    searchNumericId: given.searchNumericId,
    unit: body.unit,
    count: body.count,
    startCents: body.startCents,
    incrementCents: body.incrementCents,
    reserveCents: body.reserveCents ?? null,
    maxVendorBids: body.maxVendorBids ?? 0,
    createdBy: body.createdBy ?? given.sender,
    description,
  };
}
