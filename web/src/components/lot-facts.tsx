import type { LotDetails } from '@saleyard/contract/rest.ts';
import { placeOf } from '@/lib/lot-words.ts';
import { countOf } from '@/lib/money.ts';
import classes from './lot-facts.module.css';

const kg = (value: number | null): string => (value === null ? '' : `${value} kg`);

/** What a buyer may read about a lot, label by label; what is unknown is left out. */
function facts(details: LotDetails, count: number): (readonly [string, string])[] {
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
    ['Assessed by', details.inlineDetails.assessorType],
    ['Section', details.allocatedSection],
  ];
  return all.filter(([, value]) => value !== '');
}

/** A lot's facts and the agent's word, under headings of level `level`. `count`: head. */
export function LotFacts({ details, count, level }: { details: LotDetails; count: number; level: 2 | 3 }) {
  const comment = details.publicDetails.agentComment;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.details}>
      {details.additionalTitle && <p className={classes.lead}>{details.additionalTitle}</p>}
      <dl className={classes.facts}>
        {facts(details, count).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {comment !== '' && (
        <section>
          <Heading className={classes.title}>Agent comment</Heading>
          <p className={classes.comment}>{comment}</p>
        </section>
      )}
    </div>
  );
}
