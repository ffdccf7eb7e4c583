import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { dayProblem, isDay } from '@/ui/form/calendar-days.ts';
import { DayInput } from '@/ui/form/day-input.tsx';
import { PlainTag } from '@/ui/tag.tsx';
import classes from './filter-bar.module.css';

/** The first and the last day of a span ("2025-07-04"); empty: without such an end. */
export type Days = { from: string; to: string };

const EARLIER = 'The from date must be earlier than the to date';

/** The two ends of a span as they are typed. `problem`: what is wrong with the two together. */
function Ends({
  typed,
  problem = false,
  onChange,
}: {
  typed: Days;
  problem?: string | false;
  onChange: (typed: Days) => void;
}) {
  const { from, to } = typed;
  return (
    <>
      <DayInput
        label="From"
        value={from}
        error={problem || dayProblem(from)}
        onChange={(day) => onChange({ from: day, to })}
      />
      <DayInput
        label="To"
        value={to}
        error={dayProblem(to)}
        onChange={(day) => onChange({ from, to: day })}
      />
    </>
  );
}

const isBackwards = ({ from, to }: Days): boolean => isDay(from) && isDay(to) && from > to;

const counted = (typed: string): string => (isDay(typed) ? typed : '');

/**
 * A span that counts as it is typed: an end once it is a day, and until then the span is without this end. A span that ends
 * before it begins does not count.
 */
export function DaysFilter({
  from,
  to,
  onChange,
}: Days & { onChange: (change: { from: string } | { to: string }) => void }) {
  const [known, setKnown] = useState<Days>({ from, to });
  const [typed, setTyped] = useState<Days>({ from: counted(from), to: counted(to) });
  // An address that changed by other means replaces what was typed.
  if (known.from !== from || known.to !== to) {
    const kept = (text: string, value: string) => (counted(text) === value ? text : counted(value));
    setKnown({ from, to });
    setTyped({ from: kept(typed.from, from), to: kept(typed.to, to) });
  }
  return (
    <div className={classes.days}>
      <Ends
        typed={typed}
        problem={isBackwards(typed) && EARLIER}
        onChange={(next) => {
          setTyped(next);
          if (isBackwards(next)) return;
          // The end that nobody typed in stays as the address has it.
          if (next.from !== typed.from) {
            if (counted(next.from) !== from) onChange({ from: counted(next.from) });
          } else if (counted(next.to) !== to) onChange({ to: counted(next.to) });
        }}
      />
    </div>
  );
}

/** A span that counts once Filter Lots is pressed. */
export function DaysForm({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [typed, setTyped] = useState(days);
  const { from, to } = typed;
  const wrong = isDay(from) && isDay(to) && from >= to;
  const isRight = !wrong && dayProblem(from) === false && dayProblem(to) === false;
  return (
    <form
      className={classes.days}
      aria-label="Days of auctions"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onChange(typed);
      }}
    >
      <Ends typed={typed} problem={wrong && EARLIER} onChange={setTyped} />
      <Button type="submit" variant="default">
        Filter Lots
      </Button>
      <Button
        variant="default"
        onClick={() => {
          setTyped({ from: '', to: '' });
          onChange({ from: '', to: '' });
        }}
      >
        Clear Filter
      </Button>
      {(days.from !== '' || days.to !== '') && (
        <span role="status">
          <PlainTag>Filtered</PlainTag>
        </span>
      )}
    </form>
  );
}
