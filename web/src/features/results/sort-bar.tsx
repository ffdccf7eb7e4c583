import { useId } from 'react';
import { ICON_SIZES, IconSortAscending, IconSortDescending } from '@/app/icons.ts';
import { RESULT_SORTS, type ResultSort } from './result-sort.ts';
import classes from './sort-bar.module.css';

/** By what the lots are sorted, and which way. */
export function SortBar({ sort, onSort }: { sort: ResultSort; onSort: (sort: ResultSort) => void }) {
  const id = useId();
  const down = sort.direction === 'down';
  const Icon = down ? IconSortDescending : IconSortAscending;
  return (
    <div className={`${classes.bar} sy-no-print`}>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        className={classes.select}
        value={sort.field}
        onChange={({ currentTarget }) => {
          const field = RESULT_SORTS.find((one) => one.field === currentTarget.value)?.field;
          if (field !== undefined) onSort({ ...sort, field });
        }}
      >
        {RESULT_SORTS.map(({ field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={classes.direction}
        aria-label={down ? 'Descending. Sort ascending' : 'Ascending. Sort descending'}
        title={down ? 'Descending' : 'Ascending'}
        onClick={() => onSort({ ...sort, direction: down ? 'up' : 'down' })}
      >
        <Icon size={ICON_SIZES.lg} aria-hidden="true" />
      </button>
    </div>
  );
}
