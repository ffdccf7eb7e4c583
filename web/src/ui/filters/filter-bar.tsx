import { type ReactNode, useId, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { ICON_SIZES, IconSearch, IconSortAscending, IconSortDescending } from '@/config/icons.ts';
import { useDebouncedCallback } from '@/lib/delays.ts';
import { useWindowEvent } from '@/lib/window-events.ts';
import { Button } from '@/ui/button.tsx';
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
  const [typed, setTyped] = useState<{ text: string; address: string; sent?: string }>({
    text: value,
    address: value,
  });
  // What was sent is in the address now; one that changed by other means replaces what was typed.
  if (typed.address !== value) {
    setTyped({ text: typed.sent === value ? typed.text : value, address: value });
  }
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  const search = useDebouncedCallback((words: string) => {
    // A link away was pressed meanwhile: an address that is written now would keep the person here.
    if (next !== undefined && next.pathname !== pathname) return;
    setTyped((now) => ({ ...now, sent: words }));
    onChange(words);
  }, TYPING_MS);
  // In WebKit a pressed link takes no focus, so no blur saves the words: save them to the address before the link is followed.
  useWindowEvent('pointerdown', search.flush);
  return (
    <label className={classes.search}>
      <IconSearch size={ICON_SIZES.md} aria-hidden="true" />
      <input
        type="search"
        className="sy-control"
        placeholder={label}
        aria-label={label}
        value={typed.text}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped((now) => ({ ...now, text }));
          search(text);
        }}
        // Before a link is followed: an address that is written after it would bring the person back here.
        onBlur={() => search.flush()}
      />
    </label>
  );
}

/** Words to find on a screen of their own, opened by Enter. */
export function SearchForm({ label, onSearch }: { label: string; onSearch: (words: string) => void }) {
  const [text, setText] = useState('');
  return (
    <search className={classes.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onSearch(text.trim());
        }}
      >
        <IconSearch size={ICON_SIZES.md} aria-hidden="true" />
        <input
          type="search"
          className="sy-control"
          enterKeyHint="search"
          placeholder={label}
          aria-label={label}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </form>
    </search>
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
        className="sy-control"
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
        className="sy-control"
        aria-label={down ? 'Descending. Sort ascending' : 'Ascending. Sort descending'}
        title={down ? 'Descending' : 'Ascending'}
        onClick={() => onChange({ direction: down ? 'up' : 'down' })}
      >
        <Icon size={ICON_SIZES.lg} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Any number of a few options, each a button that is pressed while it is chosen. Without any, all are shown. */
export function ToggleFilter<V extends string>({
  label,
  options,
  values,
  onToggle,
}: {
  label: string;
  /** `mark`: a letter that stands for the option. */
  options: readonly { value: V; label: string; mark: string }[];
  values: readonly V[];
  onToggle: (value: V) => void;
}) {
  return (
    <fieldset aria-label={label} className={classes.toggles}>
      {options.map(({ value, label: text, mark }) => (
        <button
          key={value}
          type="button"
          className="sy-control"
          aria-pressed={values.includes(value)}
          onClick={() => onToggle(value)}
        >
          <span aria-hidden="true">{mark}</span>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** Takes every filter back. */
export function ClearFilters({ disabled, onClear }: { disabled: boolean; onClear: () => void }) {
  return (
    <Button variant="default" disabled={disabled} onClick={onClear}>
      Clear All
    </Button>
  );
}
