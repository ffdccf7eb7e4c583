import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { LotDetails } from '@saleyard/contract/lots.ts';

/** A small figure of a lot, with what it is of. */
export type Tile = { label: string; value: string };

const round = (value: number): number => Math.round(value * 100) / 100;
const kg = (value: number): string => `${round(value)} kg`;

/** A gain of weight: in kg for cattle, in g for smaller stock. */
export const gain = (value: number, kind: PublicAuction['kindData']['type']): string =>
  kind === 'cattle' ? `${round(value)} Kg` : `${Math.round(value * 1_000)} g`;

/**
 * What is known of a lot's weights, as its card shows them: rounded to two decimals. Mobs that walk over scales have
 * their weight at entry and their daily gain; the weight now is that by curfew, else the live weight with its gain.
 */
export function weightTiles(
  { publicDetails, optiweighAllowed, mobEntryWeight, weightGain, weightGainTotal }: LotDetails,
  kind: PublicAuction['kindData']['type'],
): Tile[] {
  const { average, curfew, min, max } = publicDetails.weight;
  const tiles: (Tile | null)[] = [
    optiweighAllowed && mobEntryWeight !== null ? { label: 'entry w/t', value: kg(mobEntryWeight) } : null,
    weightGain > 0 ? { label: 'avdwtg', value: gain(weightGain, kind) } : null,
    average === null ? null : { label: 'ass/wt', value: kg(average) },
    weightGainTotal > 0 ? { label: 'wt/gain', value: gain(weightGainTotal, kind) } : null,
    curfew !== null
      ? { label: 'cur/wt', value: kg(curfew) }
      : average === null
        ? null
        : { label: 'live/wt', value: kg(average + weightGainTotal) },
    min === null ? null : { label: 'min', value: kg(min) },
    max === null ? null : { label: 'max', value: kg(max) },
  ];
  return tiles.filter((tile) => tile !== null);
}
