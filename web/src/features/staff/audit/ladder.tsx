import type { AuditStep, SaleAudit } from '@saleyard/contract/audit.ts';
import { countOf, formatDollars, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Empty } from '@/ui/page.tsx';
import classes from './audit.module.css';
import { ACT_FILTERS, actorName, actorsIn, filtered, stepTime, timesText } from './steps.ts';

/** Steps shown at first, and added by each press. */
const STEPS_SHOWN = 200;

const ACTS = [
  { value: 'all', label: 'All acts' },
  { value: 'bids', label: 'Bids' },
  { value: 'staff', label: 'Acts of staff' },
  { value: 'refused', label: 'Refused' },
  { value: 'automatic', label: 'Automatic' },
];

type Unit = SaleAudit['lots'][number]['unit'];

type StepProps = { step: AuditStep; unit: Unit; people: SaleAudit['people']; isDifferent: boolean };

function Step({ step, unit, people, isDifferent }: StepProps) {
  const times = timesText(step);
  const { at, act, ruling, cents, refused, actor } = step;
  return (
    <li className={classes.step} data-refused={refused !== null} data-staff={actor.kind === 'staff'}>
      <time className={classes.time} dateTime={new Date(at).toISOString()}>
        {stepTime(at)}
      </time>
      <div>
        <p>
          <strong>{actorName(step, people)}</strong> {act}
        </p>
        {ruling.map((line) => (
          <p key={line} className={classes.small}>
            {line}
          </p>
        ))}
        {isDifferent && (
          <p className={classes.different}>
            Different: the rules, or the event as it was written, say otherwise.
          </p>
        )}
        {times !== null && <p className={classes.small}>{times}</p>}
      </div>
      {cents !== null && (
        <strong className="sy-number" title={formatPriceWithUnit(cents, unit)}>
          {formatDollars(cents)}
        </strong>
      )}
    </li>
  );
}

/** The steps of the sale or of one lot, filtered by person and act. */
export function Ladder({
  title,
  outcome,
  steps,
  unit = 'head',
  people,
  differing,
}: {
  title: string;
  outcome: ReactNode;
  steps: readonly AuditStep[];
  unit?: Unit;
  people: SaleAudit['people'];
  /** The events that differ, by revision. */
  differing: ReadonlySet<number>;
}) {
  const { filters, setFilters } = useUrlFilters({ person: 'text', act: ACT_FILTERS });
  const [most, setMost] = useState(STEPS_SHOWN);
  const everyone = actorsIn(steps, people);
  const person = everyone.some(({ value }) => value === filters.person) ? filters.person : '';
  const chosen = filtered(steps, person, filters.act);
  const shown = chosen.slice(0, most);
  return (
    <section className={`sy-panel ${classes.ladder}`} aria-label={title}>
      <header className={classes.ladderHead}>
        <div>
          <h2>{title}</h2>
          <p className={classes.small}>{outcome}</p>
        </div>
        <div className={classes.filters}>
          <Select
            label="Person"
            options={[{ value: '', label: 'Everyone' }, ...everyone]}
            value={person}
            onChange={({ currentTarget }) => setFilters({ person: currentTarget.value })}
          />
          <Select
            label="Act"
            options={ACTS}
            value={filters.act}
            onChange={({ currentTarget }) =>
              setFilters({ act: ACT_FILTERS.find((act) => act === currentTarget.value) ?? 'all' })
            }
          />
        </div>
      </header>
      {steps.length === 0 && <Empty title="Nothing happened here" />}
      {steps.length > 0 && chosen.length === 0 && <Empty title="No step matches" />}
      {shown.length > 0 && (
        <ol className={classes.steps}>
          {shown.map((step) => (
            <Step
              key={`${step.revision}-${step.act}`}
              step={step}
              unit={unit}
              people={people}
              isDifferent={differing.has(step.revision)}
            />
          ))}
        </ol>
      )}
      {chosen.length > 0 && (
        <footer className={classes.more}>
          <span className={classes.small}>
            {shown.length < chosen.length
              ? `The first ${shown.length} of ${countOf(chosen.length, 'step')}`
              : countOf(chosen.length, 'step')}
            {chosen.length < steps.length && `, of ${steps.length} in all`}
          </span>
          {shown.length < chosen.length && (
            <Button variant="default" className="sy-no-print" onClick={() => setMost(most + STEPS_SHOWN)}>
              Show more
            </Button>
          )}
        </footer>
      )}
    </section>
  );
}
