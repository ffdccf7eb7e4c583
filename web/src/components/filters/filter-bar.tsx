import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useId, useState } from 'react';
import { ICON_SIZES, IconSearch, IconSortAscending, IconSortDescending } from '@/app/icons.ts';
import classes from './filter-bar.module.css';

/** Words that are searched for go into the address this long after the last key. ms. */
const TYPING_MS = 250;

/** Filters side by side. What is chosen belongs in the address: `useUrlFilters`. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={`${classes.bar} sy-no-print`}>{children}</div>;
}

/** Words to find. */
export function SearchFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState({ text: value, value });
  // An address that changed by other means replaces what was typed.
  const text = typed.value === value ? typed.text : value;
  const tell = useDebouncedCallback((words: string) => {
    setTyped({ text: words, value: words });
    onChange(words);
  }, TYPING_MS);
  return (
    <label className={classes.search}>
      <IconSearch size={ICON_SIZES.md} aria-hidden="true" />
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        value={text}
        onChange={({ currentTarget }) => {
          setTyped({ text: currentTarget.value, value });
          tell(currentTarget.value);
        }}
      />
    </label>
  );
}

/** By what a list is sorted, and which way. */
export function SortFilter<F extends string>({
  fields,
  field,
  direction,
  onChange,
}: {
  fields: readonly { value: F; label: string }[];
  field: F;
  direction: 'up' | 'down';
  onChange: (change: { field: F } | { direction: 'up' | 'down' }) => void;
}) {
  const id = useId();
  const down = direction === 'down';
  const Icon = down ? IconSortDescending : IconSortAscending;
  return (
    <div className={classes.choice}>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={field}
        onChange={({ currentTarget }) => {
          const chosen = fields.find(({ value }) => value === currentTarget.value);
          if (chosen !== undefined) onChange({ field: chosen.value });
        }}
      >
        {fields.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={down ? 'Descending. Sort ascending' : 'Ascending. Sort descending'}
        title={down ? 'Descending' : 'Ascending'}
        onClick={() => onChange({ direction: down ? 'up' : 'down' })}
      >
        <Icon size={ICON_SIZES.lg} aria-hidden="true" />
      </button>
    </div>
  );
}
