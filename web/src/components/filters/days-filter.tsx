import { useState } from 'react';
import { DayInput } from '@/components/form/day-input.tsx';
import { dayFault, isDay } from '@/lib/calendar-days.ts';
import classes from './filter-bar.module.css';

const counted = (typed: string): string => (isDay(typed) ? typed : '');

/** One end of a span. What is typed counts once it is a day; until then the span is without this end. */
function End({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const [known, setKnown] = useState(value);
  const [text, setText] = useState(counted(value));
  // An address that changed by other means replaces what was typed.
  if (known !== value) {
    setKnown(value);
    if (counted(text) !== value) setText(counted(value));
  }
  return (
    <DayInput
      label={label}
      value={text}
      error={dayFault(text)}
      onChange={(next) => {
        setText(next);
        if (counted(next) !== value) onChange(counted(next));
      }}
    />
  );
}

/** The first and the last day of a span ("2025-07-04"); empty: without such an end. */
export function DaysFilter({
  from,
  to,
  onChange,
}: {
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
}) {
  return (
    <div className={classes.days}>
      <End label="From" value={from} onChange={(day) => onChange({ from: day })} />
      <End label="To" value={to} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}
