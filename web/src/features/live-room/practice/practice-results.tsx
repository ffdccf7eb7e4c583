import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { PracticeLotResult, PracticeSale } from '@saleyard/contract/practice.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, ICON_STROKES, IconCircleDashed, IconEyeOff, IconGavel, IconX } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { practiceQuery, useStartPractice } from '@/features/live-room/practice/api/practice.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import classes from './practice.module.css';

type Priced = Pick<CatalogueLot, 'bidding' | 'bidIncrementCents'>;

/** What became of a lot, in two sentences: what happened, and what could have been done. */
type ResultLabels = { happened: string; learnt: string };

/** The lowest bid that no simulated bidder would have answered, cents per unit. */
const enough = ({ othersLimitCents }: PracticeLotResult, { bidIncrementCents }: Priced): number =>
  othersLimitCents + bidIncrementCents;

export function resultLabels(result: PracticeLotResult, lot: Priced): ResultLabels {
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
export function saleLabels({ results, lots }: Pick<PracticeSale, 'results' | 'lots'>): string {
  const won = results.filter(({ outcome }) => outcome === 'won').length;
  if (results.length === 0) return 'It was stopped before a lot was sold.';
  const of = `${countOf(won, 'lot')} of ${results.length}`;
  const stopped = results.length < lots.length ? ' It was stopped early.' : '';
  return `You won ${of} for practice. Nothing was bought and nothing is owed.${stopped}`;
}

const MARKS = {
  won: { word: 'Won', Icon: IconGavel },
  lost: { word: 'Lost', Icon: IconX },
  'not-tried': { word: 'Not tried', Icon: IconEyeOff },
  'passed-in': { word: RESULT_LABELS.passed, Icon: IconCircleDashed },
} as const satisfies Record<PracticeLotResult['outcome'], unknown>;

/** How a practice sale went: lot by lot what happened, and what it would have taken. */
export function Summary({ practice }: { practice: PracticeSale }) {
  const { results, lots } = practice;
  return (
    <>
      <p>{saleLabels(practice)}</p>
      {results.length > 0 && (
        <ol className={classes.results}>
          {results.map((result) => {
            const lot = lots.find(({ _id }) => _id === result.lot);
            if (lot === undefined) return null;
            const { word, Icon } = MARKS[result.outcome];
            const { happened, learnt } = resultLabels(result, lot);
            return (
              <li key={result.lot} data-outcome={result.outcome}>
                <span className={classes.mark}>
                  <Icon size={ICON_SIZES.sm} stroke={ICON_STROKES.bold} aria-hidden="true" /> {word}
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

/** Laid over the room when its lots are done: how it went, and once more. */
export function PracticeOver({ auction, onLeave }: { auction: string; onLeave: () => void }) {
  const [aside, setAside] = useState(false);
  const start = useStartPractice();
  const me = useMe();
  const { data, error, refetch } = useQuery({ ...practiceQuery, staleTime: 0 });
  if (aside) return null;
  const practice: PracticeSale | null = data?.auction._id === auction ? data : null;
  const complete = practice !== null && practice.auction.state === 'closed';
  return (
    <Dialog
      title="Practice over"
      onClose={() => setAside(true)}
      actions={
        <>
          <Button variant="default" onClick={() => setAside(true)}>
            Look at the lots
          </Button>
          <Button variant="default" onClick={onLeave}>
            Leave
          </Button>
          <Button
            loading={start.isPending}
            disabled={practice === null}
            onClick={() => practice && start.mutate(practice.level)}
          >
            Practise again
          </Button>
        </>
      }
    >
      {complete && <Summary practice={practice} />}
      {complete && !me && (
        <p>
          Ready for a real sale? <Link to={paths.signUp}>Register</Link> to bid.
        </p>
      )}
      {!complete &&
        (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading label="Adding up…" />)}
      {start.error && <p role="alert">{errorTextOf(start.error).message}</p>}
    </Dialog>
  );
}
