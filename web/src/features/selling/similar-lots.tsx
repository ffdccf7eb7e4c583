import { SIMILAR_DAYS, type SimilarLots } from '@saleyard/contract/market.ts';
import { marketOperations } from '@saleyard/contract/operations/market.ts';
import { isState } from '@saleyard/domain/fields/typed-codes.ts';
import type { Form as FormData } from '@saleyard/domain/listing/forms/field.ts';
import type { State, Unit } from '@saleyard/domain/listing/stock.ts';
import { countOf, formatCount, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { formatCalendarDay } from '@saleyard/domain/presentation/field-text.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { useDebouncedCallback } from '@/lib/delays.ts';
import { Wide } from '@/ui/form/form.tsx';
import { Text } from '@/ui/layout.tsx';
import { weighedSummary } from './heads-values.ts';
import type { LotValues } from './lot-values.ts';
import classes from './similar-lots.module.css';

/** ms after the last key until prices are read for what was typed. */
const READ_MS = 600;
/** Fewer lots are named as few. */
const FEW = 5;

type Compared = { kindType: FormData['kind']; sex: string; unit: Unit; state?: State; weight?: number };

const similarLotsQuery = (query: Compared) =>
  queryOptions({
    queryKey: ['selling', 'similar', query],
    queryFn: ({ signal }) => call(marketOperations.similarLots, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });

/** What of the lot is compared; null while its sex or unit is missing. */
function comparedOf(
  { kind }: FormData,
  { unit, details, heads, countWeighed, optiweighAllowed }: LotValues,
): Compared | null {
  const { sex, state, weightAverageKg: typedKg } = details;
  // Heads that the form does not show at the moment count nowhere.
  const shown = optiweighAllowed ? [] : heads.slice(0, Number(countWeighed) || 0);
  const kg = weighedSummary(shown).average ?? (typeof typedKg === 'number' ? typedKg : null);
  if (unit === '' || typeof sex !== 'string' || sex === '') return null;
  return {
    kindType: kind,
    sex,
    unit,
    ...(typeof state === 'string' && isState(state) && { state }),
    ...(kg !== null && kg >= 1 && { weight: Math.round(kg) }),
  };
}

/** What of the lot is compared, as it was after the last pause in typing: a key renders nothing. */
function useCompared(form: FormData): Compared | null {
  const { getValues, subscribe } = useFormContext<LotValues>();
  const keyNow = () => JSON.stringify(comparedOf(form, getValues()));
  const [key, setKey] = useState(keyNow);
  const typed = useDebouncedCallback(() => setKey(keyNow()), READ_MS);
  useEffect(() => subscribe({ formState: { values: true }, callback: () => typed() }), [subscribe, typed]);
  return JSON.parse(key) as Compared | null;
}

/** "Steer(s), 380–430 kg, NSW". */
function comparedText({ sex, weight, state }: SimilarLots): string {
  const kg = weight === null ? 'any weight' : `${weight.from}–${weight.to} kg`;
  return [sex, kg, state ?? 'all states'].join(', ');
}

/** How a price of this lot stands to those of the others; null without one, or without others. */
function standing(prices: readonly number[], price: unknown, title: string): string | null {
  if (typeof price !== 'number' || prices.length === 0) return null;
  const above = prices.filter((one) => one > price).length;
  return `Your ${title} is below ${above} of ${prices.length}.`;
}

/** How this lot's start price and reserve stand to the prices of the others. */
function Standings({ prices }: { prices: readonly number[] }) {
  const [start, reserve] = useWatch<LotValues, ['startCents', 'reserveCents']>({
    name: ['startCents', 'reserveCents'],
  });
  return [standing(prices, start, 'start price'), standing(prices, reserve, 'reserve')].map(
    (text) => text !== null && <p key={text}>{text}</p>,
  );
}

/** What similar lots were sold for, beside the prices of this one. It says nothing of reserves and buyers. */
export function SimilarLotsPanel({ form }: { form: FormData }) {
  const compared = useCompared(form);
  const { data, error, isPlaceholderData } = useQuery({
    ...similarLotsQuery(compared ?? { kindType: form.kind, sex: '-', unit: 'head' }),
    enabled: compared !== null,
  });
  const title = `Similar lots sold in ${SIMILAR_DAYS} days`;
  if (compared === null)
    return (
      <Wide>
        <Text tone="dim">{title}: choose Sex and Bidding first.</Text>
      </Wide>
    );
  if (data === undefined)
    return (
      <Wide>
        <Text tone="dim" role="status">
          {error === null ? `${title}: loading…` : `${title} can't be read at the moment.`}
        </Text>
      </Wide>
    );
  const { lots, head, lowest, median, highest, prices, unit, sales } = data;
  const price = (cents: number) => formatPriceWithUnit(cents, unit);
  return (
    <Wide>
      <section className={classes.panel} aria-label={title} aria-busy={isPlaceholderData}>
        <Text as="h2" size="md" weight="bold">
          {title}
        </Text>
        <p className="sy-dim">{comparedText(data)}</p>
        {lowest === null || median === null || highest === null ? (
          <p>
            No similar lot was sold.{' '}
            <Link to={paths.results} target="_blank">
              See what others made
            </Link>
          </p>
        ) : (
          <>
            <p className={classes.range}>
              {lowest === highest ? price(lowest) : `${price(lowest)} – ${price(highest)}`}
            </p>
            <p>
              {`${countOf(lots, 'lot')}, ${formatCount(head)} head`}
              {lots > 1 && `, half at ${price(median)} or more`}
              {lots < FEW && '. Few lots: a rough guide only'}.
            </p>
            <Standings prices={prices} />
            <details>
              <summary>
                {sales.length < lots ? `The last ${sales.length} sales` : 'The sales behind it'}
              </summary>
              <ul className={classes.sales}>
                {sales.map((lot) => (
                  <li key={lot._id}>
                    <Link
                      to={paths.lotResult({ ...lot.auctionData, kindData: lot.kindData }, lot)}
                      target="_blank"
                    >
                      {lot.title}
                    </Link>
                    <strong>{price(lot.price)}</strong>
                    <span className="sy-dim">
                      {[
                        lot.weightKg === null ? '' : `${Math.round(lot.weightKg)} kg`,
                        lot.auctionData.title,
                        formatCalendarDay(dayKey(lot.closedAt)),
                      ]
                        .filter((text) => text !== '')
                        .join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </>
        )}
      </section>
    </Wide>
  );
}
