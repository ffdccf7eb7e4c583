import { countOf } from '../../../lib/money.ts';
import { lotPlace } from '../list/lot-words.ts';
import type { RoomLot } from '../rules/room-lot.ts';
import classes from './lot-details.module.css';

const kg = (value: number | null): string => (value === null ? '' : `${value} kg`);

/** What a buyer may read about a lot, label by label; what is unknown is left out. */
function facts(lot: RoomLot): (readonly [string, string])[] {
  const details = lot.details;
  if (!details) return [];
  const { summary, weight, majorBreed, sex, stockCategory } = details.publicDetails;
  const range =
    weight.min !== null && weight.max !== null
      ? `${weight.min} to ${weight.max} kg`
      : kg(weight.min ?? weight.max);
  const all: (readonly [string, string])[] = [
    ['Head', countOf(lot.count, 'head', 'head')],
    ['Location', [lotPlace(lot), details.inlineDetails.postcode].filter(Boolean).join(' ')],
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

/** A lot's facts and the agent's word. `failed`: the catalogue could not be read. */
export function LotDetails({ lot, failed }: { lot: RoomLot; failed: boolean }) {
  const comment = lot.details?.publicDetails.agentComment ?? '';
  return (
    <div className={classes.details}>
      {!lot.details && (
        <p className="sy-dim">
          {failed ? 'The details of this lot could not be loaded.' : 'Loading details…'}
        </p>
      )}
      {lot.details?.additionalTitle && <p className={classes.lead}>{lot.details.additionalTitle}</p>}
      <dl className={classes.facts}>
        {facts(lot).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {comment !== '' && (
        <section>
          <h3 className={classes.title}>Agent comment</h3>
          <p className={classes.comment}>{comment}</p>
        </section>
      )}
    </div>
  );
}
