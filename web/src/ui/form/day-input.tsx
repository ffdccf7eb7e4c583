import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ICON_SIZES, IconCalendar, IconChevronLeft, IconChevronRight } from '@/config/icons.ts';
import { serverNow } from '@/lib/clock.ts';
import { TextInput } from '@/ui/inputs.tsx';
import {
  dayOfText,
  longDayText,
  monthText,
  plusDays,
  plusMonths,
  sinceMonday,
  textOfDay,
  weeksOf,
} from './calendar-days.ts';
import classes from './day-input.module.css';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Where a key leads from a day; null: nowhere. */
function dayAfterKey(day: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return plusDays(day, -1);
    case 'ArrowRight':
      return plusDays(day, 1);
    case 'ArrowUp':
      return plusDays(day, -7);
    case 'ArrowDown':
      return plusDays(day, 7);
    case 'Home':
      return plusDays(day, -sinceMonday(day));
    case 'End':
      return plusDays(day, 6 - sinceMonday(day));
    case 'PageUp':
      return plusMonths(day, -1);
    case 'PageDown':
      return plusMonths(day, 1);
    default:
      return null;
  }
}

/** A month of days to choose from, Monday first. One day takes the focus; keys move it. */
function Calendar({
  label,
  chosen,
  today,
  onChoose,
  onClose,
  onLeave,
}: {
  label: string;
  chosen: string | null;
  today: string;
  onChoose: (day: string) => void;
  onClose: () => void;
  /** The focus went elsewhere. */
  onLeave: (to: Node) => void;
}) {
  const [at, setAt] = useState(chosen ?? today);
  const [isOnDays, setIsOnDays] = useState(true);
  const days = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (isOnDays) days.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at, isOnDays]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const move = (event: KeyboardEvent) => {
    const next = dayAfterKey(at, event.key);
    if (next === null) return;
    event.preventDefault();
    setIsOnDays(true);
    setAt(next);
  };
  const turn = (months: number) => {
    setIsOnDays(false);
    setAt(plusMonths(at, months));
  };
  return (
    <div
      role="dialog"
      aria-label={`Choose ${label}`}
      className={classes.calendar}
      onKeyDown={press}
      // A press on what takes no focus leaves it open.
      onBlur={({ relatedTarget }) => relatedTarget instanceof Node && onLeave(relatedTarget)}
    >
      <div className={classes.month}>
        <button type="button" aria-label="Month before" onClick={() => turn(-1)}>
          <IconChevronLeft size={ICON_SIZES.md} aria-hidden="true" />
        </button>
        <strong aria-live="polite">{monthText(at)}</strong>
        <button type="button" aria-label="Month after" onClick={() => turn(1)}>
          <IconChevronRight size={ICON_SIZES.md} aria-hidden="true" />
        </button>
      </div>
      <table ref={days} onKeyDown={move}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    data-beside={day.slice(0, 7) === at.slice(0, 7) ? undefined : true}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={longDayText(day)}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type InputProps = {
  id?: string;
  label: string;
  description?: ReactNode;
  value: string;
  error?: string | false | null | undefined;
  withAsterisk?: boolean;
  disabled?: boolean;
  inputRef?: (input: HTMLInputElement | null) => void;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

/**
 * A day that is typed as DD/MM/YYYY or chosen from a calendar. `value`: "2026-09-30", '' for none, or what was typed
 * where that is no day: who reads it says so.
 */
export function DayInput({
  id,
  label,
  description,
  value,
  error,
  withAsterisk = false,
  disabled = false,
  inputRef,
  onChange,
  onBlur,
}: InputProps) {
  // What was typed is kept as it was typed, as long as it is what the value says.
  const [typed, setTyped] = useState({ text: textOfDay(value), value });
  const [isOpen, setIsOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = typed.value === value ? typed.text : textOfDay(value);
  const set = (next: string) => {
    // "1/12/20" may be on its way to 1/12/2026: it is read when the field is left.
    const day = (/\D(19|20)$/.test(next.trim()) ? null : dayOfText(next)) ?? next;
    setTyped({ text: next, value: day });
    onChange(day);
  };
  const close = () => {
    setIsOpen(false);
    input.current?.focus();
  };
  return (
    <div ref={around} className={classes.around}>
      <TextInput
        ref={(element: HTMLInputElement | null) => {
          input.current = element;
          inputRef?.(element);
        }}
        id={id}
        label={label}
        description={description}
        descriptionBelow
        value={text}
        error={error}
        withAsterisk={withAsterisk}
        disabled={disabled}
        placeholder="DD/MM/YYYY"
        autoComplete="off"
        onChange={({ currentTarget }) => set(currentTarget.value)}
        onBlur={() => {
          const day = dayOfText(value) ?? value;
          if (day !== value) onChange(day);
          setTyped({ text: textOfDay(day), value: day });
          onBlur?.();
        }}
        end={
          <button
            type="button"
            className={classes.open}
            aria-label={`Calendar for ${label}`}
            aria-expanded={isOpen}
            disabled={disabled}
            onClick={() => setIsOpen((known) => !known)}
          >
            <IconCalendar size={ICON_SIZES.md} aria-hidden="true" />
          </button>
        }
      />
      {isOpen && (
        <Calendar
          label={label}
          chosen={dayOfText(value)}
          today={dayKey(serverNow())}
          onChoose={(day) => {
            set(textOfDay(day));
            close();
          }}
          onClose={close}
          onLeave={(to) => {
            if (!around.current?.contains(to)) setIsOpen(false);
          }}
        />
      )}
    </div>
  );
}

/**
 * A day, as above, and a time of it. `value`: "2026-09-30T10:30", '' for none, or what was typed on both sides of the T
 * where that is no day and time: who reads it says so.
 */
export function DateTimeInput({ value, onChange, ...shown }: InputProps) {
  const { label, error, disabled, onBlur } = shown;
  const [day = '', time = ''] = value.split('T');
  const set = (change: { day?: string; time?: string }) => {
    const next = { day, time, ...change };
    onChange(next.day === '' && next.time === '' ? '' : `${next.day}T${next.time}`);
  };
  return (
    <div className={classes.dayAndTime}>
      <DayInput {...shown} value={day} onChange={(next) => set({ day: next })} />
      <TextInput
        label="Time"
        aria-label={`${label}, time`}
        type="time"
        value={time}
        error={Boolean(error)}
        disabled={disabled}
        onChange={({ currentTarget }) => set({ time: currentTarget.value })}
        onBlur={onBlur}
      />
    </div>
  );
}
