import type { PracticeLotResult, PracticeSale } from '@saleyard/contract/practice.ts';
import { IconCircleDashed, IconEyeOff, IconGavel, IconX } from '@tabler/icons-react';
import classes from './practice.module.css';
import { resultWords, saleWords } from './result-words.ts';

const MARKS = {
  won: { word: 'Won', Icon: IconGavel },
  lost: { word: 'Lost', Icon: IconX },
  'not-tried': { word: 'Not tried', Icon: IconEyeOff },
  'passed-in': { word: 'Passed in', Icon: IconCircleDashed },
} as const satisfies Record<PracticeLotResult['outcome'], unknown>;

/** How a practice sale went: lot by lot what happened, and what it would have taken. */
export function Summary({ practice }: { practice: PracticeSale }) {
  const { results, lots } = practice;
  return (
    <>
      <p>{saleWords(practice)}</p>
      {results.length > 0 && (
        <ol className={classes.results}>
          {results.map((result) => {
            const lot = lots.find(({ _id }) => _id === result.lot);
            if (lot === undefined) return null;
            const { word, Icon } = MARKS[result.outcome];
            const { happened, learnt } = resultWords(result, lot);
            return (
              <li key={result.lot} data-outcome={result.outcome}>
                <span className={classes.mark}>
                  <Icon size={16} stroke={2.25} aria-hidden="true" /> {word}
                </span>
                <div>
                  <p className={classes.lot}>
                    Lot {lot.number} · {lot.publicDetails.title}
                  </p>
                  <p>{happened}</p>
                  <p className="sy-dim">{learnt}</p>
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}
