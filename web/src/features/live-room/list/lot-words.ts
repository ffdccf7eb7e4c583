import { standingPrice } from '@/features/live-room/rules/prices.ts';
import type { RoomLot } from '@/features/live-room/rules/room-lot.ts';
import type { Part } from '@/features/live-room/rules/standing.ts';
import { placeOf, titleOf } from '@/lib/lot-words.ts';
import { countOf, speakPrice } from '@/lib/money.ts';

export const lotTitle = (lot: RoomLot): string => titleOf(lot.details, lot.count);

export const lotPlace = (lot: RoomLot): string => placeOf(lot.details);

/** The lot's weight in words: the curfew weight where there is one, else the average; '' when unknown. */
export const lotWeight = (lot: RoomLot): string => {
  const weight = lot.details?.publicDetails.weight;
  if (!weight) return '';
  if (weight.curfew !== null) return `${weight.curfew} kg curfew`;
  return weight.average === null ? '' : `${weight.average} kg average`;
};

/** The head count, unless the title begins with it. */
const headWords = (lot: RoomLot): string =>
  lotTitle(lot).startsWith(`${lot.count} `) ? '' : countOf(lot.count, 'head', 'head');

/** What a buyer looks at first, in order: head, age, weight, sex. */
export const lotFacts = (lot: RoomLot): string[] =>
  [
    headWords(lot),
    lot.details?.publicDetails.summary.age ?? '',
    lotWeight(lot),
    lot.details?.publicDetails.sex ?? '',
  ].filter((fact) => fact !== '');

/** A lot in one sentence, for the button that selects it. */
export function lotSentence(lot: RoomLot, part: Part): string {
  const price = `${lot.currentBidCents === null ? 'starts at' : 'at'} ${speakPrice(standingPrice(lot), lot.bidding)}`;
  return [
    `Lot ${lot.number}`,
    lotTitle(lot),
    countOf(lot.count, 'head', 'head'),
    price,
    part === 'none' ? '' : part,
  ]
    .filter((word) => word !== '')
    .join(', ');
}
