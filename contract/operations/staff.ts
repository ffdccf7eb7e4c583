import * as Type from 'typebox';
import { Activity, ActivityQuery } from '../activity.ts';
import { StaffAuction } from '../auctions.ts';
import {
  AuditedSales,
  AuditedSalesQuery,
  AuditPrintQuery,
  AuditSteps,
  AuditStepsQuery,
  SaleAudit,
  SaleWhatIf,
  WhatIfQuery,
} from '../audit.ts';
import { AUDIT_PRINTED, CSV, PDF } from '../documents.ts';
import { LotBidder, LotsQuery, StaffLotsPage } from '../lots.ts';
import { BID_REFUSALS, operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { describedInteger, list, strictObject } from '../schema.ts';
import {
  CatalogueLotsBody,
  ChangeLotBody,
  ChangeSaleBody,
  EXPORT_MINUTES,
  ExportBody,
  ExportRecorded,
  LOTS_BYTES,
  PRESENCE_NAMED,
  SaleSchedule,
  SaleScheduled,
  ScheduleChanged,
  ScheduleSaleBody,
  StaffCommandBody,
  StaffDecision,
} from '../staff.ts';

const LotsAdded = strictObject({ _id: Type.String(), lots: list(Type.String()) });

/** The people in a sale's live room. A person with three tabs counts once. */
const RoomPresence = strictObject({
  signedIn: describedInteger('people who are signed in'),
  visitors: describedInteger('connections of visitors who are not'),
  people: list(
    strictObject({
      _id: Type.String(),
      shortId: Type.String(),
      name: Type.String({ description: "'' of a person who was forgotten" }),
    }),
    { maxItems: PRESENCE_NAMED, description: 'the first of those who are signed in' },
  ),
});

/** A sale in which something waits, and for how many of its lots. */
const WaitingSale = strictObject({
  _id: Type.String(),
  searchNumber: Type.Integer(),
  title: Type.String(),
  lots: describedInteger('lots that wait'),
});

/** What waits for somebody of staff. Sales are those that run, or closed in the last 30 days. */
const WaitingWork = strictObject({
  lots: describedInteger('submitted lots to approve'),
  accounts: describedInteger('accounts to decide'),
  frozen: list(WaitingSale, { description: 'frozen sales' }),
  floorBuyers: list(WaitingSale, {
    description: 'lots that were sold to the floor, without a buyer or to a number without a name',
  }),
  floorClaims: list(WaitingSale, {
    description: 'claims of accounts to buyer numbers; `lots` counts the claims',
  }),
  corrections: list(WaitingSale, { description: 'corrections that a second person must confirm' }),
});

const SCHEDULING = ['invalid-terms', 'already-scheduled', ...UNDECIDED] as const;

/** An audit reads a whole sale; it is shed first. */
const AUDIT = { ...READ, who: 'staff', shed: 'first', errors: ['not-found', 'busy'] } as const;

export const staffOperations = operations({
  scheduleSale: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/auctions',
    summary: 'Schedule a sale',
    more: 'With its lots, or without. The same `commandId` gets the same sale. At most 2,000 lots and 2 MiB.',
    who: 'admin',
    body: ScheduleSaleBody,
    bodyBytes: LOTS_BYTES,
    status: 201,
    answer: SaleScheduled,
    errors: SCHEDULING,
  },
  waitingWork: {
    ...READ,
    path: '/api/v1/staff/waiting',
    summary: 'What waits for somebody of staff',
    who: 'staff',
    answer: WaitingWork,
  },
  saleSchedule: {
    ...READ,
    side: 'command-api',
    path: '/api/v1/staff/auctions/{id}/schedule',
    summary: 'The schedule of a sale as staff may change it',
    more: 'Read from the log itself. `revision` is sent back with a change.',
    who: 'staff',
    answer: SaleSchedule,
    errors: ['not-found'],
  },
  changeSale: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/staff/auctions/{id}',
    summary: 'Change the schedule of a sale that has not opened',
    more: 'Replaces its terms, texts and settings; `kind` stays. `lots` puts the whole catalogue in order and numbers it. With another version than `revision` the answer is `changed-elsewhere`. When its times move, sellers of its lots and everybody who watches one get an e-mail.',
    who: 'admin',
    body: ChangeSaleBody,
    bodyBytes: LOTS_BYTES,
    answer: ScheduleChanged,
    errors: ['not-found', 'changed-elsewhere', 'number-taken', ...SCHEDULING],
  },
  changeLot: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/staff/auctions/{id}/lots/{lot}',
    summary: 'Change a lot of a sale that has not opened',
    more: 'Its number, place, terms, section and texts. Its seller gets an e-mail. A lot that was changed after `revision` is not overwritten (`changed-elsewhere`).',
    who: 'admin',
    body: ChangeLotBody,
    answer: ScheduleChanged,
    errors: ['not-found', 'not-editable', 'changed-elsewhere', 'number-taken', ...SCHEDULING],
  },
  staffAuction: {
    ...READ,
    path: '/api/v1/staff/auctions/{auction}',
    summary: 'A sale as staff see it',
    who: 'staff',
    answer: strictObject({ auction: StaffAuction }),
    errors: ['not-found'],
  },
  addLots: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/auctions/{id}/lots',
    summary: 'Add lots to a sale that has not opened',
    who: 'admin',
    body: CatalogueLotsBody,
    bodyBytes: LOTS_BYTES,
    status: 201,
    answer: LotsAdded,
    errors: ['not-found', ...SCHEDULING],
  },
  staffLots: {
    ...READ,
    path: '/api/v1/staff/auctions/{auction}/lots',
    summary: 'Lots of a sale with reserves, vendors and leaders',
    who: 'staff',
    query: LotsQuery,
    paged: true,
    answer: StaffLotsPage,
    errors: ['not-found'],
  },
  lotBidders: {
    ...READ,
    path: '/api/v1/staff/auctions/{auction}/lots/{lot}/bidders',
    summary: 'The accounts that bid on a lot, the highest first',
    more: 'With the amount at which a lot can be sold to each of them by a correction, for instance when the buyer did not pay. Bidders on the floor are left out.',
    who: 'staff',
    answer: strictObject({ bidders: list(LotBidder) }),
    errors: ['not-found'],
  },
  addLotsFromFile: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/auctions/{id}/lots.csv',
    summary: 'Add lots from a CSV file, all or none',
    more: 'Its columns are listed in [how to run a sale](../guides/run-a-sale.md). The header `x-command-id` names the request; a repetition adds nothing. Errors name the row and the column.',
    who: 'admin',
    parameters: [{ name: 'x-command-id', in: 'header', description: 'Names the request.' }],
    csv: true,
    bodyBytes: LOTS_BYTES,
    shed: 'first',
    status: 201,
    answer: LotsAdded,
    errors: ['not-found', ...SCHEDULING],
  },
  roomPresence: {
    ...READ,
    path: '/api/v1/staff/auctions/{auction}/presence',
    summary: 'The people in the live room of a sale',
    more: 'All gateways are queried; one that does not answer within 300 ms is left out.',
    who: 'staff',
    answer: RoomPresence,
    errors: ['not-found'],
  },
  exportResults: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/auctions/{id}/exports',
    summary: 'Record an export of the results of a closed sale',
    more: `The export is an event of the sale, with its maker, and is shown in the audit and the activity. For ${EXPORT_MINUTES} minutes its maker may then download the file. Contacts are for administrators: the export of an auditor has none.`,
    who: 'staff',
    body: ExportBody,
    status: 201,
    answer: ExportRecorded,
    errors: ['not-found', 'not-closed', ...UNDECIDED],
  },
  exportedResults: {
    ...READ,
    path: '/api/v1/staff/auctions/{auction}/results.csv',
    summary: 'The results of a sale with buyers, vendors and contacts, as CSV',
    more: `UTF-8 with a byte order mark. A text that a spreadsheet would run as a formula is prefixed with an apostrophe. \`not-exported\` unless the caller recorded an export of this sale (\`exportResults\`) in the last ${EXPORT_MINUTES} minutes.`,
    who: 'staff',
    shed: 'first',
    download: [CSV],
    errors: ['not-found', 'not-exported'],
  },
  staffActivity: {
    ...READ,
    path: '/api/v1/staff/activity',
    summary: 'What staff did, the latest first',
    more: 'Accepted acts of people of staff: sales, lots, bids that they entered, corrections, accounts, exports, messages and settings. What an auditor reads is not recorded. It is read from the log and holds no text that staff wrote.',
    who: 'staff',
    query: ActivityQuery,
    paged: true,
    answer: Activity,
  },
  messageReaders: {
    ...READ,
    side: 'command-api',
    path: '/api/v1/staff/auctions/{id}/message-readers',
    summary: 'How many people a message to everyone of a sale reaches',
    more: 'Accounts that list a lot of it, bid, set an auto-bid or watch a lot. Suspended ones and the caller are not counted.',
    who: 'staff',
    answer: strictObject({ people: describedInteger('people who get it by e-mail') }),
    errors: ['not-found'],
  },
  auditedSales: {
    ...READ,
    path: '/api/v1/staff/audits',
    summary: 'Sales with the verdict of their last audit, the latest first',
    more: 'Without `find`, sales that have opened. A sale fits when its title, kind or number does, one of its lots, or a person who took part.',
    who: 'staff',
    query: AuditedSalesQuery,
    paged: true,
    answer: AuditedSales,
  },
  auditSale: {
    ...AUDIT,
    path: '/api/v1/staff/auctions/{auction}/audit',
    summary: 'The audit of a sale: whether the log proves it, and how each lot ended',
    more: 'Reads every event of the sale and decides every command again, in a process of its own beside live sales. Audits wait for each other; when too many wait, the answer is `busy`. Snapshots are not compared; `saleyard audit` does that.',
    answer: SaleAudit,
  },
  auditSteps: {
    ...AUDIT,
    path: '/api/v1/staff/auctions/{auction}/audit/steps',
    summary: 'The acts of a sale and their actors: each step with its actor and the rule that decided it',
    more: 'It names people and shows no contacts.',
    query: AuditStepsQuery,
    paged: true,
    answer: AuditSteps,
  },
  auditWhatIf: {
    ...AUDIT,
    path: '/api/v1/staff/auctions/{auction}/audit/what-if',
    summary: 'The stored commands of a sale decided under another policy',
    more: 'The same commands in the same order: what people would have done instead is not known.',
    query: WhatIfQuery,
    answer: SaleWhatIf,
  },
  printAudit: {
    ...AUDIT,
    path: '/api/v1/staff/auctions/{auction}/audit.pdf',
    summary: 'The audit of a sale as a PDF',
    more: `The verdict, the lots and the first ${AUDIT_PRINTED} of the steps that fit; it says how many there are.`,
    query: AuditPrintQuery,
    download: [PDF],
    errors: ['not-found', 'busy', 'document-failed'],
  },
  runSale: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/auctions/{id}/commands',
    summary: 'Run a sale: freeze, open, knock down, …',
    more: '`lot` is needed by all but freeze, resume, pause and unpause, which without it mean the whole sale, cancel, announce and messageEveryone, which always do. A sale is cancelled until it goes live. `text`: announce, shown in the room and the catalogue of the sale; empty ends it. `messageEveryone` sends a `text` to everybody who takes part, by e-mail and, unless the sale is over, as its announcement. `cents`: floorBid, vendorBid and sellAfter. `cause`: freeze, the reason that [everybody may read](sales.md#freezes); `reason`, which stays with staff: freeze, resume, pause, unpause, withdraw, cancel, sellBefore (until the sale goes live). `buyer`: the account that bought a lot after the sale, sellAfter (once it is closed). `bidder`: the account a floor bid is made for, the room when left out; `buyerNumber`: a bidder on the floor, floorBid and knockDown. Corrections, each with `reason`: retractFloorBid, reopenLot, reinstateLot, and correctSale with `outcome`; sold needs `cents` and `buyer` (an account or `floor`) or `buyerNumber`, and `acceptedBy` when staff record that the account agreed, without which the correction waits for that record. confirmCorrection and declineCorrection (`reason`) answer one that waits; nameFloorBuyer takes `buyer` or `buyerNumber`. assignBuyerNumber makes what a `buyerNumber` bought, and buys later, that of the account `buyer`. staffBid is a bid by phone for the account `bidder`, of `cents` or up to `maxCents`, with `note`. [Corrections](sales.md#corrections) says which apply when.',
    who: 'admin',
    body: StaffCommandBody,
    answer: StaffDecision,
    errors: [
      ...(['not-found', 'wrong-auction-type', 'already-so', 'not-closed', 'vendor-bids-exhausted'] as const),
      ...([
        'nothing-to-retract',
        'not-reopenable',
        'not-their-bid',
        'second-person-needed',
        'message-limit',
      ] as const),
      ...(['no-proposal', 'no-floor-buyer', 'invalid-terms', 'auto-bid-not-allowed'] as const),
      ...(['upcoming-not-allowed', 'already-scheduled'] as const),
      ...([...BID_REFUSALS, 'too-low', 'off-increment', 'invalid-amount', ...UNDECIDED] as const),
    ],
  },
});
