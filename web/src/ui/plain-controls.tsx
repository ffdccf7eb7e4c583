import { useId } from 'react';
import classes from './plain-controls.module.css';

/**
 * Controls of a few lines, for the live room and the public pages: Mantine's do more and weigh more than all else that
 * such a page loads. Forms of staff and sellers use those (`controls.tsx`).
 */

/** Something that is on or off: a box to tick, or a switch. */
export function Tick({
  as = 'box',
  label,
  checked,
  onChange,
}: {
  as?: 'box' | 'switch';
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        role={as === 'switch' ? 'switch' : undefined}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** One of a few options. */
export function Choice<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}) {
  const id = useId();
  return (
    <div className={classes.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
