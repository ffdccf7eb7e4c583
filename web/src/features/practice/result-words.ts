import type { PracticeLotResult, PracticeSale } from '@saleyard/contract/practice.ts';
import type { CatalogueLot } from '@saleyard/contract/rest.ts';
import { countOf, formatPriceWithUnit } from '@/lib/money.ts';

type Priced = Pick<CatalogueLot, 'bidding' | 'bidIncrementCents'>;

/** What became of a lot, in two sentences: what happened, and what could have been done. */
export type ResultWords = { happened: string; learnt: string };

/** The bid that nobody made up would have answered, cents per unit. */
const enough = ({ othersLimitCents }: PracticeLotResult, { bidIncrementCents }: Priced): number =>
  othersLimitCents + bidIncrementCents;

export function resultWords(result: PracticeLotResult, lot: Priced): ResultWords {
  const { outcome, priceCents, ownBestCents, othersLimitCents } = result;
  const price = (cents: number | null) => formatPriceWithUnit(cents, lot.bidding);
  switch (outcome) {
    case 'won':
      return {
        happened: `You won it at ${price(priceCents)}.`,
        learnt: `The others would have stopped at ${price(othersLimitCents)}.`,
      };
    case 'lost':
      return {
        happened: `Sold to another at ${price(priceCents)}; you went to ${price(ownBestCents)}.`,
        learnt: `A bid of ${price(enough(result, lot))} would have won it.`,
      };
    case 'not-tried':
      return {
        happened: `Sold to another at ${price(priceCents)}; you did not bid.`,
        learnt: `A bid of ${price(enough(result, lot))} would have won it.`,
      };
    case 'passed-in':
      return {
        happened:
          priceCents === null ? 'Nobody bid.' : `Passed in at ${price(priceCents)}: the reserve was not met.`,
        learnt: `A bid of ${price(enough(result, lot))} would have won it.`,
      };
  }
}

/** The whole sale in one sentence. */
export function saleWords({ results, lots }: Pick<PracticeSale, 'results' | 'lots'>): string {
  const won = results.filter(({ outcome }) => outcome === 'won').length;
  if (results.length === 0) return 'It was stopped before a lot was sold.';
  const of = `${countOf(won, 'lot')} of ${results.length}`;
  const stopped = results.length < lots.length ? ' It was stopped early.' : '';
  return `You won ${of} for practice. Nothing was bought and nothing is owed.${stopped}`;
}
