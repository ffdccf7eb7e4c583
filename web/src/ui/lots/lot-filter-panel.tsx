import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { parseNumber } from '@saleyard/domain/fields/typed.ts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ICON_SIZES, IconAdjustmentsHorizontal, IconChevronDown } from '@/config/icons.ts';
import { useDebouncedCallback } from '@/lib/delays.ts';
import { useWindowEvent } from '@/lib/window-events.ts';
import { Button } from '@/ui/button.tsx';
import { Popover } from '@/ui/popover.tsx';
import classes from './lot-filter-panel.module.css';
import { CHOICE_NAMES, type ChoiceName, useLotFilters } from './lot-filters.ts';

const CHOICES: Readonly<Record<ChoiceName, string>> = {
  location: 'State',
  region: 'Region',
  breed: 'Breed',
  stockCategory: 'Stock Category',
  sex: 'Sex',
  assessorType: 'Assessor Type',
};

/** Whether ages are typed in months or in years; addresses and questions always hold months. */
const AGE_UNITS = { months: 1, years: 12 } as const;
type AgeUnit = keyof typeof AGE_UNITS;

/**
 * A range as it is after one of its ends was typed: within 0 and `most`, and never crossed. The end that was typed
 * gives way.
 */
export function clampedRange(
  range: { from: number | undefined; to: number | undefined },
  typed: 'from' | 'to',
  most: number,
): { from: number | undefined; to: number | undefined } {
  const value = range[typed];
  if (value === undefined) return range;
  const other = typed === 'from' ? range.to : range.from;
  const within = Math.min(Math.max(0, value), most);
  const clear = typed === 'from' ? Math.min(within, other ?? within) : Math.max(within, other ?? within);
  return { ...range, [typed]: clear };
}

type ChoiceProps = {
  label: string;
  options: readonly string[];
  values: readonly string[];
  onToggle: (value: string) => void;
};

// What an address names stays to be taken back, also where no lot has it.
const withChosen = ({ options, values }: ChoiceProps): string[] => [
  ...options,
  ...values.filter((value) => !options.includes(value)),
];

/** Values to choose any number of. `hidden`: its name is read, not seen. */
function Choices({ hidden = false, ...props }: ChoiceProps & { hidden?: boolean }) {
  const { label, values, onToggle } = props;
  const all = withChosen(props);
  if (all.length === 0) return null;
  return (
    <fieldset className={classes.options}>
      <legend className={hidden ? 'sy-hidden' : undefined}>{label}</legend>
      {all.map((option) => (
        <label key={option}>
          <input type="checkbox" checked={values.includes(option)} onChange={() => onToggle(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  );
}

/** A filter that opens from a button, which says how many of its values are chosen. */
function FilterButton({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  return (
    <Popover
      inFlow
      className={`sy-control ${classes.summary}`}
      summary={
        <>
          {label}
          {/* Its place is kept: nothing moves aside when a value is chosen. */}
          <span className={classes.count} data-none={count === 0 || undefined}>
            {count}
          </span>
          <IconChevronDown size={ICON_SIZES.sm} aria-hidden="true" />
        </>
      }
    >
      {children}
    </Popover>
  );
}

function ChoiceFilter(props: ChoiceProps) {
  if (withChosen(props).length === 0) return null;
  return (
    <FilterButton label={props.label} count={props.values.length}>
      <Choices {...props} hidden />
    </FilterButton>
  );
}

/** A number counts this long after the last key. ms. */
const TYPING_MS = 350;

/** What a text means as an end of a range: '' is none, a negative number is -1, and what is no number breaks the rule. */
function read(text: string): { value?: number; rule?: string } {
  const typed = text.trim();
  if (typed === '') return {};
  return /^-[\d.,]+$/.test(typed) ? { value: -1 } : parseNumber()(typed);
}

/**
 * A number that counts as one types, and is settled by Enter or when the field is left. What is no number sets no filter, and
 * stays beside its rule.
 */
function RangeEnd({
  label,
  value,
  onType,
  onSettle,
}: {
  label: string;
  value: number | undefined;
  onType: (value: number | undefined) => void;
  onSettle: (value: number | undefined) => void;
}) {
  const shown = value === undefined ? '' : String(value);
  const [typed, setTyped] = useState<string | null>(null);
  const [broken, setBroken] = useState<string>();
  const type = useDebouncedCallback((text: string) => onType(read(text).value), TYPING_MS);
  const settle = () => {
    if (typed === null || broken !== undefined) return;
    type.cancel();
    const { value: meant, rule } = read(typed);
    if (rule === undefined) setTyped(null);
    setBroken(rule);
    onSettle(meant);
  };
  // In WebKit a pressed link takes no focus, so no blur saves the number: save it to the address before the link is followed.
  const field = useRef<HTMLInputElement>(null);
  useWindowEvent('pointerdown', ({ target }) => {
    if (target !== field.current) settle();
  });
  return (
    <>
      <input
        ref={field}
        className="sy-control"
        type="text"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={broken !== undefined}
        placeholder={label.split(' ').at(-1)}
        value={typed ?? shown}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setBroken(undefined);
          type(currentTarget.value);
        }}
        onBlur={settle}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle();
        }}
      />
      {broken !== undefined && <p role="alert">{`${label} ${broken}.`}</p>}
    </>
  );
}

type Range = { from: number | undefined; to: number | undefined };

/** A range of numbers. An end beyond the lots' own, or beyond the other end, gives way, an age is whole months, and that is said. */
function RangeFields({
  label,
  unit,
  most,
  range,
  nearest = (value) => value,
  onChange,
}: {
  label: string;
  unit: ReactNode;
  most: number;
  range: Range;
  /** The value that the filter can have. */
  nearest?: (value: number | undefined) => number | undefined;
  onChange: (range: Range) => void;
}) {
  const [said, setSaid] = useState('');
  const typed = (end: 'from' | 'to', value: number | undefined) => ({ ...range, [end]: value });
  const props = (end: 'from' | 'to') => ({
    label: `${label} ${end}`,
    value: range[end],
    onType: (value: number | undefined) => {
      // What is still being typed may be the beginning of a number that fits.
      if (clampedRange(typed(end, value), end, most)[end] === value) onChange(typed(end, value));
    },
    onSettle: (value: number | undefined) => {
      const held = nearest(value);
      const next = clampedRange(typed(end, held), end, most);
      let why = next[end] === held ? 'ages are whole months' : 'from is at most to';
      if ((value ?? 0) > most) why = `the highest here is ${most}`;
      if ((value ?? 0) < 0) why = 'the lowest is 0';
      setSaid(next[end] === value ? '' : `Changed to ${next[end]}: ${why}.`);
      onChange(next);
    },
  });
  return (
    <fieldset className={classes.range}>
      <legend>{label}</legend>
      <RangeEnd {...props('from')} />
      <span aria-hidden="true">–</span>
      <RangeEnd {...props('to')} />
      {unit}
      <p role="status">{said}</p>
    </fieldset>
  );
}

const toUnit = (months: number | undefined, unit: AgeUnit): number | undefined =>
  months === undefined ? undefined : Math.round((months / AGE_UNITS[unit]) * 100) / 100;
const fromUnit = (age: number | undefined, unit: AgeUnit): number | undefined =>
  age === undefined ? undefined : Math.round(age * AGE_UNITS[unit]);

/** What the filters of a list of lots can be set to. */
type LotChoices = Pick<AuctionSummary, 'lotFilters' | 'lotData'>;

/** What several sales' lots can be filtered by, taken together. */
export function choicesOf(sales: readonly LotChoices[]): LotChoices {
  const together = (name: ChoiceName) =>
    [...new Set(sales.flatMap(({ lotFilters }) => lotFilters[name]))].sort();
  return {
    lotFilters: Object.fromEntries(CHOICE_NAMES.map((name) => [name, together(name)])) as Record<
      ChoiceName,
      string[]
    >,
    lotData: {
      maxAge: Math.max(0, ...sales.map(({ lotData }) => lotData.maxAge)),
      maxWeight: Math.max(0, ...sales.map(({ lotData }) => lotData.maxWeight)),
    },
  };
}

/** Filters of a list of lots, or of sales by their lots. `shown`: those that this list has, all when left out. */
export function LotFilterPanel({
  choices,
  shown = CHOICE_NAMES,
  more = [],
  ranges = true,
  folds = false,
  also = [],
  own,
  end,
  children,
}: {
  choices: LotChoices;
  shown?: readonly ChoiceName[];
  /** Those of `shown` that are under "More", with the age. */
  more?: readonly ChoiceName[];
  ranges?: boolean;
  /** They open from one button on a wide screen too. */
  folds?: boolean;
  /** What Clear All takes back besides: names in the address of the list's own filters. */
  also?: readonly string[];
  /** Filters of the list's own that open with these, and how many of them are set. */
  own?: { filters: ReactNode; set: number };
  /** Tools of the list's own, after these. */
  end?: ReactNode;
  /** Filters of the list's own, before these. */
  children?: ReactNode;
}) {
  const { filters, isFiltered, setFilters, toggle, clear } = useLotFilters(also);
  // Ranges with what was typed in them are made again when all filters are cleared.
  const [clearings, setClearings] = useState(0);
  const [ageUnit, setAgeUnit] = useState<AgeUnit>('months');
  // The filters open from a button, which says how many are set.
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const ofLots = new Set(Object.keys(filters).map((name) => name.replace(/(From|To)$/, ''))).size;
  const setCount = ofLots + (own?.set ?? 0);
  const { maxAge, maxWeight } = choices.lotData;
  const choiceProps = (name: ChoiceName): ChoiceProps => ({
    label: CHOICES[name],
    options: choices.lotFilters[name],
    values: filters[name] ?? [],
    onToggle: (value) => toggle(name, value),
  });
  const isRangeSet = (name: 'weight' | 'age') =>
    Number(filters[`${name}From`] !== undefined || filters[`${name}To`] !== undefined);
  const age = (
    <RangeFields
      key={clearings}
      label="Age"
      unit={
        <select
          className="sy-control"
          aria-label="Age in"
          value={ageUnit}
          onChange={({ currentTarget: { value } }) => setAgeUnit(value === 'years' ? 'years' : 'months')}
        >
          <option value="months">months</option>
          <option value="years">years</option>
        </select>
      }
      most={toUnit(maxAge, ageUnit) ?? 0}
      nearest={(age) => toUnit(fromUnit(age, ageUnit), ageUnit)}
      range={{ from: toUnit(filters.ageFrom, ageUnit), to: toUnit(filters.ageTo, ageUnit) }}
      onChange={({ from, to }) =>
        setFilters({ ageFrom: fromUnit(from, ageUnit), ageTo: fromUnit(to, ageUnit) })
      }
    />
  );
  return (
    <section className={`${classes.panel} sy-no-print`} aria-label="Filters" data-folds={folds || undefined}>
      {children}
      <button
        type="button"
        className={`sy-control ${classes.fold}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={ICON_SIZES.md} aria-hidden="true" />
        {setCount === 0 ? 'Filters' : `Filters (${setCount})`}
      </button>
      <div id={id} className={classes.folded} data-open={isOpen || undefined}>
        {own?.filters}
        {shown
          .filter((name) => !more.includes(name))
          .map((name) => (
            <ChoiceFilter key={name} {...choiceProps(name)} />
          ))}
        {ranges && (
          <FilterButton label="Weight" count={isRangeSet('weight')}>
            <RangeFields
              key={clearings}
              label="Weight"
              unit={<span>Kg</span>}
              most={maxWeight}
              range={{ from: filters.weightFrom, to: filters.weightTo }}
              onChange={({ from, to }) => setFilters({ weightFrom: from, weightTo: to })}
            />
          </FilterButton>
        )}
        {ranges && more.length === 0 && (
          <FilterButton label="Age" count={isRangeSet('age')}>
            {age}
          </FilterButton>
        )}
        {more.length > 0 && (
          <FilterButton
            label="More"
            count={more.reduce((sum, name) => sum + (filters[name]?.length ?? 0), isRangeSet('age'))}
          >
            {more.map((name) => (
              <Choices key={name} {...choiceProps(name)} />
            ))}
            {age}
          </FilterButton>
        )}
        <Button
          variant="subtle"
          disabled={!isFiltered}
          onClick={() => {
            clear();
            setClearings(clearings + 1);
          }}
        >
          Clear All
        </Button>
      </div>
      {end}
    </section>
  );
}
