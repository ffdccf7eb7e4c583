import type { LotDetails } from '@saleyard/contract/lots.ts';
import type { Form, Value } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { publicFields, valueIn } from '@saleyard/domain/listing/forms/lot-view.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { deliveryText, fieldText } from '@saleyard/domain/presentation/field-text.ts';
import type { ReactNode } from 'react';
import { placeOf } from '@/lib/labels.ts';
import classes from './lot-details.module.css';

const kg = (value: number | null): string => (value === null ? '' : `${value} kg`);

/** Fields that `facts` or `LotFacts` words in its own way. */
const SHOWN_APART: ReadonlySet<string> = new Set([
  ...['title', 'town', 'state', 'postcode', 'breed', 'sex', 'stockCategory', 'ageMinMonths', 'ageMaxMonths'],
  ...['weightAverageKg', 'weightCurfewKg', 'weightMinKg', 'weightMaxKg'],
  ...[
    'haveWeaned',
    'earliestDelivery',
    'latestDelivery',
    'assessorType',
    'allocatedSection',
    'additionalTitle',
    'agentComment',
  ],
]);

/** What the forms show beside these, by the fields' own titles. */
function moreFacts(details: LotDetails, forms: readonly Form[]): (readonly [string, string])[] {
  const fields = new Map(forms.flatMap(publicFields).map((field) => [field.name, field]));
  return [...fields.values()]
    .filter(({ name }) => !SHOWN_APART.has(name))
    .map(
      (field) => [field.title, fieldText(field, (valueIn(field, details) ?? null) as Value | null)] as const,
    );
}

/** What a buyer may read about a lot, label by label; what is unknown is left out. */
export function facts(
  details: LotDetails,
  count: number,
  forms: readonly Form[] = Object.values(FORMS),
): (readonly [string, string])[] {
  const { summary, weight, majorBreed, sex, stockCategory } = details.publicDetails;
  const range =
    weight.min !== null && weight.max !== null
      ? `${weight.min} to ${weight.max} kg`
      : kg(weight.min ?? weight.max);
  const all: (readonly [string, string])[] = [
    ['Head', countOf(count, 'head', 'head')],
    ['Location', [placeOf(details), details.inlineDetails.postcode].filter(Boolean).join(' ')],
    ['Breed', majorBreed],
    ['Sex', sex],
    ['Stock category', stockCategory],
    ['Age', summary.age],
    ['Curfew weight', kg(weight.curfew)],
    ['Average weight', kg(weight.average)],
    ['Weight range', range],
    ['Weaned', details.inlineDetails.haveWeaned ?? ''],
    ['Assessed by', details.inlineDetails.assessorType],
    ...moreFacts(details, forms),
    ['Delivery', deliveryText(details.inlineDetails.earliestDelivery, details.inlineDetails.latestDelivery)],
    ['Section', details.allocatedSection],
  ];
  return all.filter(([, value]) => value !== '');
}

/** Facts, label by label, in as many columns as there is room for. */
export function FactList({
  facts: all,
}: {
  facts: readonly { key: string; label: ReactNode; value: ReactNode }[];
}) {
  return (
    <dl className={classes.facts}>
      {all.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A lot's facts and the agent's word, under headings of level `level`. `count`: head. */
export function LotFacts({ details, count, level }: { details: LotDetails; count: number; level: 2 | 3 }) {
  const comment = details.publicDetails.agentComment;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.details}>
      {details.additionalTitle && <p className={classes.lead}>{details.additionalTitle}</p>}
      <FactList facts={facts(details, count).map(([label, value]) => ({ key: label, label, value }))} />
      {comment !== '' && (
        <section>
          <Heading className={classes.title}>Agent comment</Heading>
          <p className={classes.comment}>{comment}</p>
        </section>
      )}
    </div>
  );
}
