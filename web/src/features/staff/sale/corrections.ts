import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import type { StaffDecision } from '@saleyard/contract/staff.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { CORRECTED_IN_SENTENCES, RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import type { ReasonedOrder } from './reasoned-orders.tsx';

/** Whether a lot was closed in its sale, and can be corrected [C4]. */
export const isCorrectable = (lot: StaffLot): boolean => lot.state === 'closed' && !lot.soldBeforeAuction;

/** The notice after a correction, or its confirmation: what holds now, and who must still agree. */
export function correctionNotice(
  { number }: StaffLot,
  { awaits }: StaffDecision,
  done: 'recorded' | 'confirmed',
): string {
  if (awaits === 'secondPerson') return `Lot ${number}: the correction waits for somebody else to confirm it`;
  if (awaits === 'buyer') return `Lot ${number}: the buyer is asked`;
  return `Correction of Lot ${number} ${done}`;
}

/**
 * Whether a lot may have a floor bid to take back [C1]: not before its first bid, nor after one for the vendor. Where somebody
 * online leads, it may be by an auto-bid that answered a floor bid, so the server decides.
 */
export const mayRetract = (lot: StaffLot): boolean =>
  lot.state === 'live' && lot.biddingOpen && lot.currentBidCents !== null && lot.winner !== 'vendor';

/** Takes the last floor bid of a lot back [C1]. */
export const retractionOf = (lot: StaffLot): ReasonedOrder => ({
  title: `Take back the floor bid on Lot ${lot.number}?`,
  explanation: 'The last floor bid no longer counts, and the price falls to what it was before it.',
  readBy: "Online bidders read it, and it is kept with the sale's record. Name nobody in it.",
  action: 'Take back',
  done: `The floor bid on Lot ${lot.number} is taken back`,
  danger: true,
  order: (reason) => ({ type: 'retractFloorBid', lot: lot._id, reason }),
});

/** Opens the lot that was closed last again [C2]. */
export const reopeningOf = (lot: StaffLot): ReasonedOrder => ({
  title: `Reopen Lot ${lot.number}?`,
  explanation: 'Bidding goes on from the price at which the lot closed.',
  action: 'Reopen',
  done: `Lot ${lot.number} is open again`,
  order: (reason) => ({ type: 'reopenLot', lot: lot._id, reason }),
});

/** Puts a withdrawn lot back [C3]. */
export const reinstatementOf = (lot: StaffLot): ReasonedOrder => ({
  title: `Put Lot ${lot.number} back in the sale?`,
  explanation: 'It keeps its place, its prices and its bids.',
  action: 'Put back',
  done: `Lot ${lot.number} is back in the sale`,
  menu: `Put Lot ${lot.number} back in the sale…`,
  order: (reason) => ({ type: 'reinstateLot', lot: lot._id, reason }),
});

/** Drops a correction that waits for a second person [C6], or for its buyer [C5]. */
export const declineOf = (lot: StaffLot): ReasonedOrder => ({
  ...(lot.proposal?.awaits === 'buyer'
    ? {
        title: `End the offer of Lot ${lot.number}?`,
        explanation: 'The buyer can no longer accept it. The lot stays as it is.',
        action: 'End the offer',
        done: `The offer of Lot ${lot.number} is ended`,
        menu: `End the offer of Lot ${lot.number}…`,
      }
    : {
        title: `Decline the correction of Lot ${lot.number}?`,
        explanation: 'The lot stays as it is.',
        action: 'Decline',
        done: `The correction of Lot ${lot.number} is declined`,
        menu: `Decline the correction of Lot ${lot.number}…`,
      }),
  order: (reason) => ({ type: 'declineCorrection', lot: lot._id, reason }),
});

/** Whether a lot can be opened again now (ms) [C2]. */
export const isReopenable = ({ reopenable }: StaffAuction, lot: StaffLot, now: number): boolean =>
  reopenable?.lot === lot._id && now < reopenable.until && !lot.withdrawn;

const priceText = (cents: number | null, { bidding }: StaffLot): string =>
  cents === null ? '' : ` at ${formatPriceWithUnit(cents, bidding)}`;

/** What a corrected lot was knocked down to; null of every other lot. */
export function knockedDownText(lot: StaffLot): string | null {
  if (lot.corrected === undefined) return null;
  const { result, cents } = lot.corrected.knockedDown;
  const now = lot.corrected.outcome === 'annulled' ? `. Now ${CORRECTED_IN_SENTENCES.annulled}` : '';
  return `Closed as ${RESULT_LABELS[result].toLowerCase()}${priceText(cents, lot)}, corrected${now}`;
}

/** A correction that waits, in words; null where none does. */
export function proposalText(lot: StaffLot): string | null {
  const { proposal } = lot;
  if (proposal === undefined) return null;
  const to = proposal.buyerName === '' ? '' : ` to ${proposal.buyerName}`;
  const who = proposal.awaits === 'buyer' ? 'the buyer to accept' : 'somebody else to confirm';
  return `Correction to ${CORRECTED_IN_SENTENCES[proposal.outcome]}${to}${priceText(proposal.cents, lot)} waits for ${who}`;
}
