import { LOT_LIMITS } from '../listing/stock.ts';
import type { BidCommand, StaffCommand } from './commands.ts';
import { FREEZE_CAUSES } from './freeze-cause.ts';
import { FLOOR, VENDOR } from './ids.ts';
import { DEFAULT_POLICY, POLICY_VALUES, type Policy, RULES_VERSION } from './policy.ts';
import { LOTS_LIMIT, WHOLE_TERMS } from './scheduling.ts';
import { Fields, ScriptProblem } from './script-fields.ts';
import type { AuctionTerms, LotTerms } from './terms.ts';
import { AUCTION_TYPE_NAMES, AUCTION_TYPES } from './types/auction-types.ts';
import type { DurationName } from './types/durations.ts';

/** A command of a script. `commandId`: the same id again acts once [E11]. `at` is ms from the script's zero. */
export type ScriptCommand = { at: number; body: BidCommand | StaffCommand; commandId?: string };

/** A sale and its commands, parsed from a script with all defaults filled in. */
export type Script = {
  terms: AuctionTerms;
  lots: readonly LotTerms[];
  commands: readonly ScriptCommand[];
  /** When its clock ends (ms); null: with the last command. */
  until: number | null;
};

/** A script, or the one line that says what is wrong with it. */
export type ParsedScript = { ok: true; script: Script } | { ok: false; problem: string };

const AUCTION_FIELDS = [
  'type',
  ...WHOLE_TERMS,
  'maxVendorBids',
  'allowAutoBid',
  'allowUpcomingBid',
  'secondPersonAboveCents',
  'secondPersonAfterDay',
  'policy',
  'lots',
];
const LOT_FIELDS = [
  'lot',
  'unit',
  'count',
  'startCents',
  'incrementCents',
  'reserveCents',
  'maxVendorBids',
  'createdBy',
];

/** The fields of each command beside `at`, `type` and `commandId`. */
const COMMAND_FIELDS = {
  bid: ['lot', 'bidder', 'cents', 'permitted'],
  autoBid: ['lot', 'bidder', 'maxCents', 'permitted'],
  stopAutoBid: ['lot', 'bidder', 'permitted'],
  vendorBid: ['lot', 'cents'],
  floorBid: ['lot', 'cents', 'bidder'],
  freeze: ['lot', 'reason', 'cause'],
  resume: ['lot', 'reason'],
  pause: ['lot', 'reason'],
  unpause: ['lot', 'reason'],
  openLot: ['lot'],
  knockDown: ['lot', 'buyer'],
  passIn: ['lot'],
  withdraw: ['lot', 'reason'],
  cancel: ['reason'],
  announce: ['text'],
  messageEveryone: ['text'],
  exportResults: ['contacts'],
  sellBefore: ['lot', 'reason'],
  sellAfter: ['lot', 'buyer', 'cents'],
  retractFloorBid: ['lot', 'reason', 'by'],
  reopenLot: ['lot', 'reason', 'by'],
  reinstateLot: ['lot', 'reason', 'by'],
  correctSale: ['lot', 'outcome', 'buyer', 'cents', 'reason', 'by', 'acceptedBy'],
  confirmCorrection: ['lot', 'by', 'outcome', 'buyer', 'cents'],
  declineCorrection: ['lot', 'reason', 'by'],
  nameFloorBuyer: ['lot', 'buyer', 'by'],
  assignBuyerNumber: ['buyer', 'account', 'by'],
  answerOffer: ['lot', 'bidder', 'accepts', 'cents'],
} as const satisfies Record<(BidCommand | StaffCommand)['type'], readonly string[]>;

/** Reads a script from its JSON value. */
export function parseScript(value: unknown): ParsedScript {
  try {
    return { ok: true, script: readScript(value) };
  } catch (error) {
    if (error instanceof ScriptProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

function readScript(value: unknown): Script {
  const fields = new Fields(value, '', ['auction', 'commands', 'until']);
  const auction = new Fields(fields.raw('auction'), 'auction', AUCTION_FIELDS);
  const terms = readTerms(auction);
  const lots = readLots(auction);
  const names = new Set(lots.map(({ lot }) => lot));
  const given = fields.has('commands') ? fields.list('commands') : [];
  const commands = given.map((command, place) => readCommand(command, `commands[${place}]`, names));
  return { terms, lots, commands, until: fields.has('until') ? fields.whole('until') : null };
}

function readTerms(auction: Fields): AuctionTerms {
  const type = auction.oneOf('type', AUCTION_TYPE_NAMES);
  const openAt = auction.whole('openAt', 0);
  const length = (name: DurationName) =>
    name === AUCTION_TYPES[type].length ? auction.positive(name) : auction.whole(name, 0);
  const terms: AuctionTerms = {
    type,
    openAt,
    liveAt: auction.whole('liveAt', 0),
    durationSeconds: length('durationSeconds'),
    staggerSeconds: auction.whole('staggerSeconds', 0),
    staleTimeSeconds: auction.whole('staleTimeSeconds', 0),
    inactiveSeconds: auction.whole('inactiveSeconds', 0),
    lotOpeningSeconds: length('lotOpeningSeconds'),
    gapSeconds: auction.whole('gapSeconds', 0),
    reopenSeconds: auction.whole('reopenSeconds', 0),
    allowAutoBid: auction.flag('allowAutoBid', true),
    allowUpcomingBid: auction.flag('allowUpcomingBid', false),
    policy: readPolicy(auction.raw('policy') ?? {}),
    lotValueCents: LOT_LIMITS.valueCents,
    rules: RULES_VERSION,
  };
  if (auction.has('secondPersonAboveCents')) {
    terms.secondPersonAboveCents = auction.whole('secondPersonAboveCents');
  }
  if (auction.has('secondPersonAfterDay')) {
    terms.secondPersonAfterDay = auction.flag('secondPersonAfterDay', false);
  }
  if (terms.liveAt < openAt) throw new ScriptProblem('auction.liveAt must not be before auction.openAt');
  return terms;
}

function readPolicy(value: unknown): Policy {
  const fields = new Fields(value, 'auction.policy', Object.keys(POLICY_VALUES));
  return {
    opening: fields.oneOf('opening', POLICY_VALUES.opening, DEFAULT_POLICY.opening),
    challenge: fields.oneOf('challenge', POLICY_VALUES.challenge, DEFAULT_POLICY.challenge),
    tie: fields.oneOf('tie', POLICY_VALUES.tie, DEFAULT_POLICY.tie),
    reserve: fields.oneOf('reserve', POLICY_VALUES.reserve, DEFAULT_POLICY.reserve),
    belowReserve: fields.oneOf('belowReserve', POLICY_VALUES.belowReserve, DEFAULT_POLICY.belowReserve),
  };
}

function readLots(auction: Fields): LotTerms[] {
  const maxVendorBids = auction.whole('maxVendorBids', 0);
  const list = auction.list('lots');
  if (list.length === 0 || list.length > LOTS_LIMIT) {
    throw new ScriptProblem(`auction.lots must hold 1 to ${LOTS_LIMIT} lots`);
  }
  const names = new Set<string>();
  return list.map((value, place) => {
    const fields = new Fields(value, `auction.lots[${place}]`, LOT_FIELDS);
    const lot = fields.name('lot');
    if (names.has(lot)) throw new ScriptProblem(`${fields.pathOf('lot')} is the name of an earlier lot`);
    names.add(lot);
    const noReserve = (fields.raw('reserveCents') ?? null) === null;
    return {
      lot,
      number: String(place + 1),
      searchNumericId: place + 1,
      unit: fields.oneOf('unit', ['head', 'kg'] as const, 'head'),
      count: fields.positive('count', 1),
      startCents: fields.whole('startCents'),
      incrementCents: fields.positive('incrementCents'),
      reserveCents: noReserve ? null : fields.positive('reserveCents'),
      maxVendorBids: fields.whole('maxVendorBids', maxVendorBids),
      createdBy: fields.text('createdBy', ''),
      description: null,
    };
  });
}

function readCommand(value: unknown, path: string, lots: ReadonlySet<string>): ScriptCommand {
  const all = ['at', 'type', 'commandId', ...Object.values(COMMAND_FIELDS).flat()];
  const type = new Fields(value, path, all).oneOf(
    'type',
    Object.keys(COMMAND_FIELDS) as (keyof typeof COMMAND_FIELDS)[],
  );
  const fields = new Fields(value, path, ['at', 'type', 'commandId', ...COMMAND_FIELDS[type]]);
  const command = { at: fields.whole('at'), body: readBody(fields, type, lots) };
  return fields.has('commandId') ? { ...command, commandId: fields.name('commandId') } : command;
}

function readBody(
  fields: Fields,
  type: keyof typeof COMMAND_FIELDS,
  lots: ReadonlySet<string>,
): ScriptCommand['body'] {
  switch (type) {
    case 'bid':
      return { type, ...person(fields, lots), cents: fields.number('cents'), ...permitted(fields) };
    case 'autoBid':
      return { type, ...person(fields, lots), maxCents: fields.number('maxCents'), ...permitted(fields) };
    case 'stopAutoBid':
      return { type, ...person(fields, lots), ...permitted(fields) };
    case 'vendorBid':
      return { type, lot: lotIn(fields, lots), cents: fields.number('cents') };
    case 'floorBid': {
      const bid = { type, lot: lotIn(fields, lots), cents: fields.number('cents') };
      return fields.has('bidder') ? { ...bid, bidder: bidderIn(fields) } : bid;
    }
    case 'freeze': {
      const freeze = { type, reason: fields.text('reason', ''), ...cause(fields) };
      return fields.has('lot') ? { ...freeze, lot: lotIn(fields, lots) } : freeze;
    }
    case 'resume':
    case 'pause':
    case 'unpause': {
      const stop = { type, reason: fields.text('reason', '') };
      return fields.has('lot') ? { ...stop, lot: lotIn(fields, lots) } : stop;
    }
    case 'announce':
      return { type, text: fields.text('text', '') || null };
    case 'messageEveryone':
      return { type, text: fields.text('text', '') };
    case 'exportResults':
      return { type, contacts: fields.flag('contacts', true) };
    case 'cancel':
      return { type, reason: fields.text('reason', '') };
    case 'withdraw':
    case 'sellBefore':
      return { type, lot: lotIn(fields, lots), reason: fields.text('reason', '') };
    case 'sellAfter': {
      const buyer = bidderIn(fields, 'buyer');
      return { type, lot: lotIn(fields, lots), buyer, cents: fields.number('cents') };
    }
    case 'knockDown': {
      const lot = lotIn(fields, lots);
      return fields.has('buyer') ? { type, lot, buyer: bidderIn(fields, 'buyer') } : { type, lot };
    }
    case 'retractFloorBid':
    case 'reopenLot':
    case 'reinstateLot':
    case 'declineCorrection':
      return { type, lot: lotIn(fields, lots), ...why(fields), ...signed(fields) };
    case 'confirmCorrection':
      return { type, lot: lotIn(fields, lots), ...signed(fields), ...seen(fields) };
    case 'nameFloorBuyer':
      return { type, lot: lotIn(fields, lots), buyer: bidderIn(fields, 'buyer'), ...signed(fields) };
    case 'assignBuyerNumber':
      return {
        type,
        buyer: bidderIn(fields, 'buyer'),
        account: bidderIn(fields, 'account'),
        ...signed(fields),
      };
    case 'answerOffer':
      return {
        type,
        ...person(fields, lots),
        accepts: fields.flag('accepts', true),
        ...(fields.has('cents') && { cents: fields.number('cents') }),
      };
    case 'correctSale':
      return {
        type,
        lot: lotIn(fields, lots),
        outcome: fields.oneOf('outcome', OUTCOMES),
        ...(fields.has('buyer') && { buyer: fields.name('buyer') }),
        ...(fields.has('cents') && { cents: fields.number('cents') }),
        ...why(fields),
        ...signed(fields),
        ...(fields.has('acceptedBy') && {
          acceptedBy: fields.oneOf('acceptedBy', ['staffRecord'] as const),
        }),
      };
    default:
      return { type, lot: lotIn(fields, lots) };
  }
}

const OUTCOMES = ['sold', 'passed', 'withdrawn', 'annulled'] as const;

/** What a person saw of a correction that they confirm. */
const seen = (fields: Fields) => ({
  ...(fields.has('outcome') && { outcome: fields.oneOf('outcome', OUTCOMES) }),
  ...(fields.has('buyer') && { buyer: fields.name('buyer') }),
  ...(fields.has('cents') && { cents: fields.number('cents') }),
});

const cause = (fields: Fields) =>
  fields.has('cause') ? { cause: fields.oneOf('cause', FREEZE_CAUSES) } : {};

/** Corrections have a reason, and say who made them: `staff` where the script does not. */
const why = (fields: Fields) => ({ reason: fields.name('reason') });
const signed = (fields: Fields) => ({ by: fields.has('by') ? fields.name('by') : 'staff' });

const person = (fields: Fields, lots: ReadonlySet<string>) => ({
  lot: lotIn(fields, lots),
  bidder: bidderIn(fields),
});

const permitted = (fields: Fields) =>
  fields.has('permitted') ? { permitted: fields.flag('permitted', true) } : {};

function lotIn(fields: Fields, lots: ReadonlySet<string>): string {
  const lot = fields.name('lot');
  if (!lots.has(lot)) throw new ScriptProblem(`${fields.pathOf('lot')} names no lot of this auction`);
  return lot;
}

/** A bidder's name: any text but those of the vendor and the floor, which bid by commands of their own. */
function bidderIn(fields: Fields, field: 'bidder' | 'buyer' | 'account' = 'bidder'): string {
  const bidder = fields.name(field);
  if (bidder === VENDOR || bidder === FLOOR) {
    throw new ScriptProblem(`${fields.pathOf(field)} must not be ${bidder}, which is not a person`);
  }
  return bidder;
}
