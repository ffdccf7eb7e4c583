import type { BidCommand, Correction } from '@saleyard/domain/auction/commands.ts';
import type { AuctionEvent, LotSale } from '@saleyard/domain/auction/events.ts';
import { FLOOR } from '@saleyard/domain/auction/ids.ts';
import type { RefusalCode } from '@saleyard/domain/auction/refusals.ts';
import { formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { CAUSES } from '@saleyard/domain/presentation/freezes.ts';
import { RESULTS_IN_SENTENCES } from '@saleyard/domain/presentation/lots.ts';
import type { Actor } from '@saleyard/platform/event-log/port.ts';

/** A bidder in words: "paddle 2848". */
export type NameBidder = (bidder: string) => string;

type EventType = AuctionEvent['type'];
type DataOf<T extends EventType> = Extract<AuctionEvent, { type: T }>['data'];
type Naming = { nameBidder: NameBidder };

/** The actor of what the sale's rules do by themselves: by a deadline, or as the consequence of another act. */
export const AUTOMATIC: Actor = { kind: 'system', id: 'automatic' };

/** The parts of the product that send commands of their own, in words. */
const SYSTEM_PARTS: Readonly<Record<string, string>> = {
  automatic: 'Saleyard (automatic)',
  engine: 'Saleyard (outage detection)',
  'ended-accounts': 'Saleyard (account suspended or closed)',
  // What a person changed is named by the person (listing-actors.ts).
  'catalogued-listings': "Saleyard (changes of the lot's listing)",
  demo: 'Saleyard (demo)',
  practice: 'Saleyard (practice bidder)',
};

/** Parts of the product that play people: what they do is no act of Saleyard's own. */
const PLAYS_PEOPLE: ReadonlySet<string> = new Set(['demo', 'practice']);

/** Whether Saleyard did it by itself: a timer, a deadline, outage detection. */
export const isAutomatic = ({ kind, id }: { kind: string; id: string }): boolean =>
  kind === 'system' && !PLAYS_PEOPLE.has(id);

export const systemPart = (id: string): string => SYSTEM_PARTS[id] ?? `Saleyard (${id})`;

const AUTOMATIC_EVENTS: ReadonlySet<EventType> = new Set<EventType>([
  'AuctionOpened',
  'AuctionWentLive',
  'LotsWentLive',
  'SealedAutoBidsTaken',
  'AuctionClosed',
]);

/**
 * Who did it. Events that became due before a command was decided are stored with that command, but its sender did not
 * cause them. A correction is stored with the answer that it waited for [C5] [C6].
 */
export function actorOf(event: AuctionEvent, sender: Actor): Actor {
  if (AUTOMATIC_EVENTS.has(event.type)) return AUTOMATIC;
  if (event.type === 'SaleCorrected' || event.type === 'CorrectionProposed')
    return { kind: 'staff', id: event.data.correction.by };
  return event.type === 'LotsClosed' && event.data.by === 'time' ? AUTOMATIC : sender;
}

/** What a command of a bidder, or of the clerk for one, is. `sender`: its actor, who may act for the bidder. */
function bidAct(command: BidCommand, sender: Actor, { nameBidder }: Naming): string {
  const isForAnother = sender.kind !== 'user' && 'bidder' in command && command.bidder !== undefined;
  const byPhone = 'placedBy' in command && command.placedBy !== undefined ? ', by phone' : '';
  const whose = isForAnother ? ` for ${nameBidder(command.bidder ?? FLOOR)}${byPhone}` : '';
  switch (command.type) {
    case 'bid':
      return `bid${whose}`;
    case 'autoBid': {
      // A refused command is kept as it was sent: its amount may be anything.
      const most: unknown = command.maxCents;
      return `set an auto-bid${typeof most === 'number' ? ` of up to ${formatDollars(most)}` : ''}${whose}`;
    }
    case 'stopAutoBid':
      return `stopped the auto-bid${whose}`;
    case 'vendorBid':
      return 'entered a bid for the vendor';
    case 'floorBid':
      return command.bidder === undefined
        ? 'entered a bid for the floor'
        : `entered a bid on the floor for ${nameBidder(command.bidder)}`;
  }
}

function saleText(
  { result, buyer, cents }: Omit<LotSale, 'result'> & { result: keyof typeof SALES },
  nameBidder: NameBidder,
): string {
  const to = buyer === null ? '' : ` to ${nameBidder(buyer)}`;
  return `${SALES[result]}${to}${cents === null ? '' : ` at ${formatDollars(cents)}`}`;
}

function correctionText({ outcome, acceptedBy, ...sale }: Correction, nameBidder: NameBidder): string {
  const agreed =
    acceptedBy === 'buyer' ? ', which the buyer accepted' : ', with a consent that staff recorded';
  return `“${saleText({ result: outcome, ...sale }, nameBidder)}”${acceptedBy === null ? '' : agreed}`;
}

const SALES = { ...RESULTS_IN_SENTENCES, annulled: 'annulled' } as const;

const ofLotOrSale = (lot: string | null): string => (lot === null ? 'the sale' : 'the lot');
const causeOf = ({ cause }: DataOf<'Frozen'>): string => (cause === undefined ? '' : ` (${CAUSES[cause]})`);
const stopped = (verb: string) => (data: { lot: string | null }) => `${verb} ${ofLotOrSale(data.lot)}`;
const bidding = ({ command }: { command: BidCommand }, sender: Actor, naming: Naming): string =>
  bidAct(command, sender, naming);

/** The command of staff that was refused, in words. */
const REFUSED_ACTIONS: Readonly<Record<DataOf<'ActionRefused'>['action'], string>> = {
  schedule: 'schedule the sale',
  catalogueLots: 'add lots',
  amendLot: 'change the lot',
  freeze: 'freeze',
  resume: 'resume',
  pause: 'pause',
  unpause: 'end the pause',
  openLot: 'open bidding',
  knockDown: 'knock the lot down',
  passIn: 'pass the lot in',
  withdraw: 'withdraw the lot',
  cancel: 'cancel the sale',
  announce: 'announce',
  messageEveryone: 'send a message to everyone',
  exportResults: 'export the results',
  sellBefore: 'record the lot as sold before the sale',
  sellAfter: 'record the lot as sold after the sale',
  retractFloorBid: 'take back a floor bid',
  reopenLot: 'reopen the lot',
  reinstateLot: 'put the withdrawn lot back',
  correctSale: 'correct the result',
  confirmCorrection: 'confirm a correction',
  declineCorrection: 'decline a correction',
  nameFloorBuyer: 'name the buyer on the floor',
  assignBuyerNumber: 'assign a buyer number',
  answerOffer: 'answer an offer',
};

/** What an event did, in words that follow the name of its actor. One entry for each type of event. */
export const ACTS: {
  readonly [T in EventType]: (data: DataOf<T>, sender: Actor, naming: Naming) => string;
} = {
  AuctionScheduled: ({ after }) =>
    after === undefined ? 'scheduled the sale' : 'changed the schedule of the sale',
  LotsCatalogued: ({ lots, place }) =>
    place === undefined
      ? `added ${lots.length} lot${lots.length === 1 ? '' : 's'} to the catalogue`
      : `changed lot ${lots[0]?.number ?? ''}`,
  LotAmended: () => 'changed the lot',
  AuctionOpened: () => 'opened the sale',
  AuctionWentLive: () => 'started the sale',
  LotsWentLive: () => 'put the lot up for bidding',
  SealedAutoBidsTaken: () => 'took the sealed auto-bids',
  BidAccepted: bidding,
  AutoBidAccepted: bidding,
  AutoBidStopped: bidding,
  BidRefused: bidding,
  ActionRefused: ({ action }) => `tried to ${REFUSED_ACTIONS[action]}`,
  Frozen: (data) => `froze ${ofLotOrSale(data.lot)}${causeOf(data)}`,
  Resumed: stopped('resumed'),
  Paused: stopped('paused'),
  Unpaused: stopped('ended the pause of'),
  BiddingOpened: () => 'opened bidding',
  LotWithdrawn: () => 'withdrew the lot',
  LotSoldBefore: () => 'recorded the lot as sold before the sale',
  LotSoldAfter: ({ buyer }, _, { nameBidder }) => `recorded a sale after the auction to ${nameBidder(buyer)}`,
  LotsClosed: ({ by }) =>
    ({ time: 'closed the lot', knockDown: 'knocked the lot down', passIn: 'passed the lot in' })[by],
  FloorBidRetracted: ({ bidder }, _, { nameBidder }) => `took back the bid of ${nameBidder(bidder)}`,
  LotReopened: () => 'reopened the lot',
  LotReinstated: () => 'put the withdrawn lot back',
  SaleCorrected: ({ was, correction }, _, { nameBidder }) =>
    `corrected “${saleText(was, nameBidder)}” to ${correctionText(correction, nameBidder)}`,
  CorrectionProposed: ({ correction }, _, { nameBidder }) =>
    `proposed ${correctionText(correction, nameBidder)}`,
  CorrectionConfirmed: () => 'confirmed the correction',
  CorrectionDeclined: () => 'declined the correction',
  OfferAnswered: ({ accepts }) => `${accepts ? 'accepted' : 'declined'} the lot`,
  FloorBuyerNamed: ({ buyer }, _, { nameBidder }) => `named ${nameBidder(buyer)} as the buyer`,
  BuyerNumberAssigned: ({ buyer, account }, _, { nameBidder }) =>
    `assigned the number of ${nameBidder(buyer)} to ${nameBidder(account)}`,
  AuctionCancelled: () => 'cancelled the sale',
  Announced: ({ text }) => (text === null ? 'ended the announcement' : 'announced'),
  EveryoneMessaged: () => 'sent a message to everyone',
  ResultsExported: ({ contacts }) => `exported the results ${contacts ? 'with' : 'without'} contacts`,
  AuctionClosed: () => 'closed the sale',
};

/** What the event did, in words that follow the name of its actor. */
export const actOf = <E extends AuctionEvent>(event: E, sender: Actor, nameBidder: NameBidder): string =>
  (ACTS[event.type] as (data: E['data'], sender: Actor, naming: Naming) => string)(event.data, sender, {
    nameBidder,
  });

/** Why a command was refused, in words. */
export const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  'lot-frozen': 'the lot was frozen',
  'auction-frozen': 'the sale was frozen',
  'waiting-to-start': 'bidding on the lot had not started',
  'auto-bids-only': 'the sale took auto-bids only',
  'not-open': 'the sale was not open',
  'lot-closed': 'the lot was closed',
  'lot-withdrawn': 'the lot was withdrawn',
  'too-low': 'not above the price',
  'off-increment': 'not a whole number of increments from the price',
  'invalid-amount': 'not an amount that the lot takes',
  'auto-bid-not-allowed': 'the sale takes no auto-bids',
  'upcoming-not-allowed': 'the sale takes no bids on upcoming lots',
  'not-permitted': 'the account was not approved to bid',
  'own-lot': 'the bidder listed this lot',
  'vendor-bids-exhausted': 'no vendor bids were left',
  'duplicate-conflict': 'its id was used for another command',
  'unknown-lot': 'the sale has no such lot',
  'no-auto-bid': 'there was no active auto-bid',
  'wrong-auction-type': 'not possible in a sale of this type',
  'already-so': 'it was so already',
  'already-scheduled': 'too late: the sale or the lot has started',
  'not-closed': 'the sale had not closed',
  'not-scheduled': 'the sale was not scheduled',
  'invalid-terms': 'the terms are not valid',
  'changed-elsewhere': 'somebody else had changed it',
  'message-limit': 'no more messages to everyone may be sent',
  'number-taken': 'another lot had this number',
  'nothing-to-retract': 'there was no floor bid to take back',
  'not-reopenable': 'the lot could not be reopened',
  'not-their-bid': 'it was not the bid of that person',
  'second-person-needed': 'a second person had to confirm it',
  'no-proposal': 'no correction was waiting',
  'no-floor-buyer': 'the lot was not sold to the floor',
};

/** A rule of the bid ladder in words, where `bidder` made the bid and `leader` leads after the step. */
export function ruleText(
  rule: string,
  { bidder, leader }: { bidder: string | null; leader: string },
): string {
  switch (rule) {
    case 'E2':
      return 'the first bid on the lot';
    case 'E5':
      return 'the leader bids more';
    case 'E3':
      return bidder === leader ? 'the bid leads' : "answered by the leader's auto-bid";
    case 'E4':
      return bidder === leader
        ? 'the higher auto-bid leads'
        : 'an auto-bid that is higher, or as high and earlier, leads';
    case 'E6':
      return 'the leading maximum meets the reserve rule';
    case 'E9':
      return 'the vendor bid stands';
    case 'E10':
      return bidder === leader
        ? 'the bid from the floor leads'
        : 'the leader bids more, by their buyer number';
    case 'C9':
      return 'they led by their buyer number';
    default:
      return 'decided';
  }
}
