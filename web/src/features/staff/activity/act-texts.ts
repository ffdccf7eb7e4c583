import type { ActArea, ActivityEntry, StaffAct } from '@saleyard/contract/activity.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { formatCalendarDay } from '@saleyard/domain/presentation/field-text.ts';

export const AREA_LABELS: Readonly<Record<ActArea, string>> = {
  sales: 'Sales',
  lots: 'Lots',
  bids: 'Bids entered by staff',
  corrections: 'Corrections',
  accounts: 'Accounts',
  exports: 'Exports',
  messages: 'Messages',
  settings: 'Settings',
};

const ACT_TEXTS: Readonly<Record<Exclude<StaffAct, 'lotsAdded' | 'feesSet' | 'feesWithdrawn'>, string>> = {
  scheduled: 'Scheduled the sale',
  saleChanged: 'Changed the schedule',
  saleCancelled: 'Cancelled the sale',
  frozen: 'Froze',
  resumed: 'Resumed',
  paused: 'Paused',
  unpaused: 'Ended the pause',
  announced: 'Announced',
  announcementEnded: 'Ended the announcement',
  lotChanged: 'Changed the lot',
  lotApproved: 'Approved the lot',
  lotSentBack: 'Sent the lot back',
  biddingOpened: 'Opened bidding',
  knockedDown: 'Knocked the lot down',
  passedIn: 'Passed the lot in',
  withdrawn: 'Withdrew the lot',
  soldBefore: 'Recorded as sold before the auction',
  soldAfter: 'Recorded as sold after the auction',
  feePaid: 'Marked the listing fee as paid',
  feeUnpaid: 'Marked the listing fee as unpaid',
  floorBid: 'Entered a floor bid',
  vendorBid: 'Entered a vendor bid',
  phoneBid: 'Bid by phone for an account',
  floorBidTakenBack: 'Took back a floor bid',
  lotReopened: 'Reopened the lot',
  lotReinstated: 'Put the withdrawn lot back',
  resultCorrected: 'Corrected the result',
  correctionProposed: 'Proposed a correction',
  correctionConfirmed: 'Confirmed a correction',
  correctionDeclined: 'Declined a correction',
  floorBuyerNamed: 'Named the buyer on the floor',
  buyerNumberAssigned: 'Assigned a buyer number to an account',
  buyerNumberWritten: 'Gave a buyer number, or changed its name',
  floorBuyerErased: 'Erased the person of a buyer number',
  claimRefused: 'Refused the claim of a buyer number',
  accountOpened: 'Opened the account',
  accessDecided: 'Decided a request of the account',
  accountSuspended: 'Suspended the account',
  accountRestored: 'Restored the account',
  roleChanged: 'Changed the role of the account',
  exportedWithContacts: 'Exported the results with contacts',
  exportedWithoutContacts: 'Exported the results without contacts',
  messaged: 'Sent a message to everyone',
  bannerShown: 'Showed a notification on every page',
  bannerEnded: 'Ended a notification',
  professionAdded: 'Added a profession',
  kindStopped: 'Stopped a kind of stock',
  kindResumed: 'Resumed a kind of stock',
  textPublished: 'Published a text',
  textRestored: 'Restored an older version of a text',
  secondFactorReset: 'Reset the second factor of the account',
  accountClosed: 'Closed the account and forgot its person',
};

/** What somebody did, in words. */
export function actText({ act, lots, day }: Pick<ActivityEntry, 'act' | 'lots' | 'day'>): string {
  if (act === 'lotsAdded') return `Added ${countOf(lots ?? 0, 'lot')}`;
  if (act === 'feesSet') return `Set the fees from ${formatCalendarDay(day ?? '')}`;
  if (act === 'feesWithdrawn') return `Withdrew the fees from ${formatCalendarDay(day ?? '')}`;
  return ACT_TEXTS[act];
}
