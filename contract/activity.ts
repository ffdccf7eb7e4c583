import type { Static } from 'typebox';
import * as Type from 'typebox';
import {
  describedInteger,
  givenMs,
  Id,
  list,
  ms,
  oneOf,
  orNull,
  Page,
  pageSize,
  strictObject,
} from './schema.ts';

/** What staff do, by area. The names are stored in the read model. */
export const STAFF_ACTS = {
  sales: [
    'scheduled',
    'saleChanged',
    'saleCancelled',
    'frozen',
    'resumed',
    'paused',
    'unpaused',
    'announced',
    'announcementEnded',
  ],
  lots: [
    'lotsAdded',
    'lotChanged',
    'lotApproved',
    'lotSentBack',
    'biddingOpened',
    'knockedDown',
    'passedIn',
    'withdrawn',
    'soldBefore',
    'soldAfter',
    'feePaid',
    'feeUnpaid',
  ],
  bids: ['floorBid', 'vendorBid', 'phoneBid'],
  corrections: [
    'floorBidTakenBack',
    'lotReopened',
    'lotReinstated',
    'resultCorrected',
    'correctionProposed',
    'correctionConfirmed',
    'correctionDeclined',
    'floorBuyerNamed',
    'buyerNumberAssigned',
    'buyerNumberWritten',
    'floorBuyerErased',
    'claimRefused',
  ],
  accounts: [
    'accountOpened',
    'accessDecided',
    'accountSuspended',
    'accountRestored',
    'roleChanged',
    'secondFactorReset',
    'accountClosed',
  ],
  exports: ['exportedWithContacts', 'exportedWithoutContacts'],
  messages: ['messaged', 'bannerShown', 'bannerEnded'],
  settings: [
    'professionAdded',
    'kindStopped',
    'kindResumed',
    'textPublished',
    'textRestored',
    'feesSet',
    'feesWithdrawn',
  ],
} as const;

export type ActArea = keyof typeof STAFF_ACTS;
export type StaffAct = (typeof STAFF_ACTS)[ActArea][number];

export const ACT_AREAS = Object.keys(STAFF_ACTS) as ActArea[];

const EVERY_ACT = Object.values(STAFF_ACTS).flat() as StaffAct[];

const Person = strictObject({
  _id: Type.String(),
  name: Type.String({ description: "'' of a person who was forgotten" }),
});

/** One thing that somebody of staff did, with what it was done to. */
export const ActivityEntry = strictObject({
  _id: Type.String(),
  at: ms('when it was done'),
  by: Person,
  act: oneOf(...EVERY_ACT),
  area: oneOf(...ACT_AREAS),
  sale: orNull(strictObject({ _id: Type.String(), searchNumber: Type.Integer(), title: Type.String() })),
  lot: orNull(
    strictObject({
      _id: Type.String(),
      number: orNull(Type.String({ description: 'null: it is in no catalogue' })),
    }),
  ),
  lots: orNull(describedInteger('the lots that were added')),
  account: orNull(strictObject({ _id: Type.String(), shortId: Type.String(), name: Type.String() })),
  text: orNull(strictObject({ _id: Type.String(), title: Type.String() })),
  day: orNull(Type.String({ description: 'the day from which the fees were set or withdrawn' })),
});

export type ActivityEntry = Static<typeof ActivityEntry>;

/** Everything from `from` until before `to` (ms), by one person or all, the latest first. */
export const ActivityQuery = strictObject({
  person: Type.Optional(Id),
  area: Type.Optional(oneOf(...ACT_AREAS)),
  from: Type.Optional(givenMs('what was done from then on')),
  to: Type.Optional(givenMs('what was done before then')),
  page: Page,
  limit: pageSize(50),
});

export const Activity = strictObject({
  entries: list(ActivityEntry),
  people: list(Person, { description: 'everybody of staff who ever did something' }),
});
