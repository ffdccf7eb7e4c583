import type { CommandActor, CommandEnvelope } from '@saleyard/contract/commands.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import {
  type AuctionId,
  type BidderId,
  isOnFloor,
  isPractice,
  practiserOf,
  VENDOR,
} from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { Arrival } from '@saleyard/platform/event-log/port.ts';

/**
 * Whether an account may bid, by its status; false for an unknown account. Since when (ms) it has to accept newer terms
 * before it bids; null: it has none to accept. Synchronous when cached.
 */
export type Directory = {
  mayBid(accountId: string): boolean | Promise<boolean>;
  termsDueSince(accountId: string): number | null | Promise<number | null>;
};

/** A command for the mailbox: nothing in `body` is merely claimed by its sender. */
export type AdmittedCommand = {
  commandId: string;
  actor: CommandActor;
  body: CommandBody;
  arrival?: Arrival | undefined;
  /** Of a person's own bid: since when (ms) they have to accept newer terms. Left out: they have none to accept. */
  termsDueSince?: number | undefined;
};

/** The envelope is invalid: a fault of the sending process, never of a person. */
export class MalformedCommand extends TypeError {
  constructor(what: string) {
    super(`not a command: ${what}`);
    this.name = 'MalformedCommand';
  }
}

type Sender = 'bidder' | 'vendor' | 'staff' | 'system';

type Shape = {
  sentBy: Sender;
  /** Members that must be texts, and members that must be numbers. All others but the optional ones are dropped. */
  texts?: readonly string[];
  numbers?: readonly string[];
  optionalTexts?: readonly string[];
  optionalNumbers?: readonly string[];
  flags?: readonly string[];
};

/** Corrections carry who makes them, so that the rules can demand another person [C6]. */
const CORRECTION: Shape = { sentBy: 'staff', texts: ['lot', 'reason', 'by'] };

const STOP: Shape = { sentBy: 'staff', texts: ['reason'], optionalTexts: ['lot'] };
const CLERK: Shape = { sentBy: 'staff', texts: ['lot'] };

/** The roles that may send each command, and its schema. */
const COMMANDS: { readonly [T in CommandBody['type']]: Shape } = {
  bid: { sentBy: 'bidder' },
  autoBid: { sentBy: 'bidder', texts: ['lot'], numbers: ['maxCents'], optionalTexts: ['bidder'] },
  stopAutoBid: { sentBy: 'bidder', texts: ['lot'], optionalTexts: ['bidder'] },
  vendorBid: { sentBy: 'vendor', texts: ['lot'], numbers: ['cents'] },
  floorBid: { sentBy: 'staff', texts: ['lot'], numbers: ['cents'], optionalTexts: ['bidder'] },
  freeze: { ...STOP, optionalTexts: ['lot', 'cause'] },
  resume: STOP,
  pause: STOP,
  unpause: STOP,
  openLot: CLERK,
  knockDown: { ...CLERK, optionalTexts: ['buyer'] },
  passIn: CLERK,
  withdraw: { sentBy: 'staff', texts: ['lot', 'reason'] },
  cancel: { sentBy: 'staff', texts: ['reason'] },
  announce: { sentBy: 'staff' },
  messageEveryone: { sentBy: 'staff', texts: ['text'] },
  exportResults: { sentBy: 'staff', flags: ['contacts'] },
  sellBefore: { sentBy: 'staff', texts: ['lot', 'reason'] },
  sellAfter: { sentBy: 'staff', texts: ['lot', 'buyer'], numbers: ['cents'] },
  retractFloorBid: CORRECTION,
  reopenLot: CORRECTION,
  reinstateLot: CORRECTION,
  correctSale: {
    sentBy: 'staff',
    texts: ['lot', 'outcome', 'reason', 'by'],
    optionalTexts: ['buyer', 'acceptedBy'],
    optionalNumbers: ['cents'],
  },
  confirmCorrection: {
    sentBy: 'staff',
    texts: ['lot', 'by'],
    optionalTexts: ['outcome', 'buyer'],
    optionalNumbers: ['cents'],
  },
  declineCorrection: CORRECTION,
  nameFloorBuyer: { sentBy: 'staff', texts: ['lot', 'buyer', 'by'] },
  assignBuyerNumber: { sentBy: 'staff', texts: ['buyer', 'account', 'by'] },
  answerOffer: {
    sentBy: 'bidder',
    texts: ['lot'],
    flags: ['accepts'],
    optionalTexts: ['bidder'],
    optionalNumbers: ['cents'],
  },
  schedule: { sentBy: 'staff' },
  catalogueLots: { sentBy: 'staff' },
  amendLot: { sentBy: 'staff' },
  advanceClock: { sentBy: 'system' },
};

/**
 * Validates a message from the bus as a command. The bidder of a user's bid is the user, regardless of the body; the
 * directory decides whether they may bid.
 * @throws MalformedCommand
 */
export function admit(
  envelope: CommandEnvelope<CommandBody>,
  directory: Directory,
): AdmittedCommand | Promise<AdmittedCommand> {
  const { auction, commandId, actor } = envelope;
  if (!isText(auction)) throw new MalformedCommand('auction');
  if (!isText(commandId)) throw new MalformedCommand('commandId');
  if (!isText(actor?.id) || !ACTORS.has(actor.kind)) throw new MalformedCommand('actor');
  const body = asked(envelope.body);
  // A practice sale must be marked both in its stream's name and in its first event.
  if (body.type === 'schedule' && isPractice(auction) !== (body.details?.practice !== undefined)) {
    throw new MalformedCommand('schedule.details.practice');
  }
  // Nobody signs for anybody else: who makes a correction is its sender.
  if ('by' in body) body.by = actor.id;
  if (body.type === 'answerOffer') {
    const bidder: BidderId = actor.kind === 'user' ? actor.id : body.bidder;
    if (!isText(bidder)) throw new MalformedCommand('answerOffer.bidder');
    return { commandId, actor, body: { ...body, bidder } };
  }
  if (body.type !== 'bid' && body.type !== 'autoBid' && body.type !== 'stopAutoBid') {
    return { commandId, actor, body };
  }
  const bidder: BidderId = actor.kind === 'user' ? actor.id : body.bidder;
  if (!isText(bidder) || bidder === VENDOR || isOnFloor(bidder)) {
    throw new MalformedCommand(`${body.type}.bidder`);
  }
  const arrival = arrivalIn(envelope);
  const permitted = isPractice(auction)
    ? mayPractise(actor, auction)
    : isEnding(actor, body) || directory.mayBid(bidder);
  if ('placedBy' in body && body.placedBy !== undefined) {
    // Only staff bid for somebody, and they sign for it.
    if (actor.kind === 'user') delete body.placedBy;
    else body.placedBy.by = actor.id;
  }
  // This body is not shared, and every bid passes here, so it is changed in place.
  body.bidder = bidder;
  // A bid that staff enter for somebody on the phone waits for no page to be read, and nobody needs terms to stop.
  const isOwn = actor.kind === 'user' && body.type !== 'stopAutoBid' && !isPractice(auction);
  const due = isOwn ? directory.termsDueSince(bidder) : null;
  const sent = { commandId, actor, arrival };
  if (typeof permitted === 'boolean' && (due === null || typeof due === 'number'))
    return withPermit(sent, body, permitted, due);
  return Promise.all([permitted, due]).then(([may, since]) => withPermit(sent, body, may, since));
}

function withPermit(
  sent: Omit<AdmittedCommand, 'body'>,
  body: Extract<CommandBody, { permitted?: boolean }>,
  permitted: boolean,
  due: number | null,
): AdmittedCommand {
  body.permitted = permitted;
  const { commandId, actor, arrival } = sent;
  return due === null
    ? { commandId, actor, body, arrival }
    : { commandId, actor, body, arrival, termsDueSince: due };
}

/** How the bid came, with its known members only; undefined where its sender recorded nothing. */
function arrivalIn({ arrival }: CommandEnvelope): Arrival | undefined {
  if (arrival === undefined || !Number.isSafeInteger(arrival.receivedAt)) return undefined;
  const { receivedAt, clockOffsetMs, seenCents } = arrival;
  const kept: Arrival = { receivedAt };
  if (Number.isSafeInteger(clockOffsetMs)) kept.clockOffsetMs = clockOffsetMs as number;
  if (seenCents === null || Number.isSafeInteger(seenCents)) kept.seenCents = seenCents as number | null;
  return kept;
}

/** [E21] The system stops the auto-bid of somebody who may no longer bid. */
const isEnding = (actor: CommandActor, body: CommandBody): boolean =>
  actor.kind === 'system' && body.type === 'stopAutoBid';

/**
 * In a practice sale only its one person may bid, with any account status, and the system for the simulated
 * bidders. Nothing else depends on the status there, and no other sale is a practice sale.
 */
const mayPractise = (actor: CommandActor, auction: AuctionId): boolean =>
  actor.kind === 'system' || (actor.kind === 'user' && actor.id === practiserOf(auction));

const ACTORS: ReadonlySet<unknown> = new Set(['user', 'staff', 'system']);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const NONE: readonly string[] = [];

/** A body with the members of its type only, so that nothing else is ever stored. */
function asked(body: CommandBody | undefined): CommandBody {
  const type = body?.type ?? '';
  const shape = Object.hasOwn(COMMANDS, type) ? COMMANDS[type as CommandBody['type']] : undefined;
  if (body === undefined || shape === undefined) throw new MalformedCommand('type');
  if (body.type === 'bid') return withPlaced(askedBid(body), body.placedBy);
  if (body.type === 'schedule') {
    const { type, details, terms, after, lots } = body;
    return whole({
      type,
      details,
      terms,
      ...(after !== undefined && { after }),
      ...(lots !== undefined && { lots }),
    });
  }
  if (body.type === 'catalogueLots') {
    const { type, lots, after, place } = body;
    return whole({
      type,
      lots,
      ...(after !== undefined && { after }),
      ...(place !== undefined && { place }),
    });
  }
  if (body.type === 'amendLot') {
    const { type, lot, startCents, reserveCents, description } = body;
    if (!isText(lot)) throw new MalformedCommand('amendLot.lot');
    return whole({ type, lot, startCents, reserveCents, description });
  }
  if (body.type === 'announce') {
    const { type, text } = body;
    if (text !== null && !isText(text)) throw new MalformedCommand('announce.text');
    return { type, text };
  }
  const given = body as Record<string, unknown>;
  const made: Record<string, unknown> = { type };
  for (const name of shape.texts ?? NONE) {
    if (!isText(given[name])) throw new MalformedCommand(`${type}.${name}`);
    made[name] = given[name];
  }
  for (const name of shape.numbers ?? NONE) {
    if (typeof given[name] !== 'number' || !Number.isFinite(given[name])) {
      throw new MalformedCommand(`${type}.${name}`);
    }
    made[name] = given[name];
  }
  for (const name of shape.optionalTexts ?? NONE) {
    if (given[name] === undefined || given[name] === null) continue;
    if (!isText(given[name])) throw new MalformedCommand(`${type}.${name}`);
    made[name] = given[name];
  }
  for (const name of shape.optionalNumbers ?? NONE) {
    if (given[name] === undefined || given[name] === null) continue;
    if (typeof given[name] !== 'number' || !Number.isFinite(given[name])) {
      throw new MalformedCommand(`${type}.${name}`);
    }
    made[name] = given[name];
  }
  for (const name of shape.flags ?? NONE) {
    if (typeof given[name] !== 'boolean') throw new MalformedCommand(`${type}.${name}`);
    made[name] = given[name];
  }
  return type === 'autoBid' ? withPlaced(made as CommandBody, given['placedBy']) : (made as CommandBody);
}

/** Keeps who of staff made a bid for its bidder, by phone [C8]. */
function withPlaced(body: CommandBody, placedBy: unknown): CommandBody {
  if (placedBy === undefined || (body.type !== 'bid' && body.type !== 'autoBid')) return body;
  const { by, note } = (placedBy ?? {}) as { by?: unknown; note?: unknown };
  if (!isText(by) || !isText(note)) throw new MalformedCommand(`${body.type}.placedBy`);
  return { ...body, placedBy: { by, note } };
}

/**
 * Like `asked`, written out by hand since nearly every command is a bid. Its bidder and their permission are filled
 * in.
 */
function askedBid({ lot, cents, bidder }: Extract<CommandBody, { type: 'bid' }>): CommandBody {
  if (!isText(lot)) throw new MalformedCommand('bid.lot');
  if (typeof cents !== 'number' || !Number.isFinite(cents)) throw new MalformedCommand('bid.cents');
  if (bidder !== undefined && bidder !== null && !isText(bidder)) throw new MalformedCommand('bid.bidder');
  return { type: 'bid', lot, cents, bidder: bidder ?? '', permitted: false };
}

/** The engine validates the terms of a sale. Here they only need to survive JSON unchanged. */
function whole<T extends CommandBody>(body: T): T {
  if (!isPlain(body)) throw new MalformedCommand(`${body.type}: not plain data`);
  return body;
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return ['string', 'boolean', 'object'].includes(typeof value);
  if (Array.isArray(value)) return value.every(isPlain);
  const proto: unknown = Object.getPrototypeOf(value);
  const isRecord = proto === Object.prototype || proto === null;
  return isRecord && Object.values(value).every((member) => member === undefined || isPlain(member));
}

/**
 * Whether a bid waits for its sender to accept newer terms. Nobody is stopped in the middle of a sale: where it was
 * live when they were published, they bid on.
 */
export function awaitsTerms({ termsDueSince }: AdmittedCommand, { phase, liveAt }: AuctionState): boolean {
  if (termsDueSince === undefined) return false;
  return phase !== 'live' || liveAt === null || liveAt > termsDueSince;
}

/**
 * Whether this sender may send this command at all. A vendor bid is for staff and for the account that listed the
 * lot, the vendor's agent [E9]. `advanceClock` from outside, and running a practice sale, are for the system only.
 */
export function maySend({ actor, body }: AdmittedCommand, state: AuctionState, auction: AuctionId): boolean {
  const { sentBy } = COMMANDS[body.type];
  if (actor.kind === 'system' || sentBy === 'bidder') return true;
  if (sentBy === 'system' || isPractice(auction)) return false;
  if (actor.kind === 'staff') return true;
  if (sentBy !== 'vendor' || body.type !== 'vendorBid') return false;
  const index = state.lotIndex.get(body.lot);
  return index !== undefined && state.lots[index]?.terms.createdBy === actor.id;
}
