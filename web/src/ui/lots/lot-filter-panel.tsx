import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { type ReactNode, useId, useState } from 'react';
import { ICON_SIZES, IconAdjustmentsHorizontal, IconChevronDown } from '@/config/icons.ts';
import { ClearFilters } from '@/ui/filters/filter-bar.tsx';
import classes from './lot-filter-panel.module.css';
import { CHOICE_NAMES, type ChoiceName, numberIn, useLotFilters } from './lot-filters.ts';

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

function ChoiceFilter({
  label,
  options,
  values,
  onChange,
}: {
  label: string;
  options: readonly string[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}) {
  // What an address names stays to be taken back, also where no lot has it.
  const all = [...options, ...values.filter((value) => !options.includes(value))];
  if (all.length === 0) return null;
  return (
    <details
      name="lot-filters"
      className={classes.choice}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.open = false;
      }}
    >
      <summary className="sy-control" data-chosen={values.length > 0 || undefined}>
        {label}
        {values.length > 0 && <span className={classes.count}>{values.length}</span>}
        <IconChevronDown size={ICON_SIZES.sm} aria-hidden="true" />
      </summary>
      <fieldset className={classes.options}>
        <legend className="sy-hidden">{label}</legend>
        {all.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={values.includes(option)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...values, option] : values.filter((value) => value !== option))
              }
            />
            {option}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** A number that is taken once it is complete: by Enter, or when the field is left. */
function NumberField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const shown = value === undefined ? '' : String(value);
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed === null) return;
    setTyped(null);
    onChange(numberIn(typed.trim().replace(',', '.')));
  };
  return (
    <input
      className="sy-control"
      type="text"
      inputMode="decimal"
      aria-label={label}
      placeholder={label.split(' ').at(-1)}
      value={typed ?? shown}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}

function RangeFilter({
  label,
  unit,
  most,
  range,
  onChange,
}: {
  label: string;
  unit: ReactNode;
  most: number;
  range: { from: number | undefined; to: number | undefined };
  onChange: (range: { from: number | undefined; to: number | undefined }) => void;
}) {
  const take = (end: 'from' | 'to') => (value: number | undefined) =>
    onChange(clampedRange({ ...range, [end]: value }, end, most));
  return (
    <fieldset className={classes.range}>
      <legend>{label}</legend>
      <NumberField label={`${label} from`} value={range.from} onChange={take('from')} />
      <span aria-hidden="true">–</span>
      <NumberField label={`${label} to`} value={range.to} onChange={take('to')} />
      {unit}
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
  ranges = true,
  beside = false,
  children,
}: {
  choices: LotChoices;
  shown?: readonly ChoiceName[];
  ranges?: boolean;
  /** On a wide screen they are beside the list, one under another. */
  beside?: boolean;
  /** Filters and tools of the list's own, before these. */
  children?: ReactNode;
}) {
  const { filters, isFiltered, setFilters, clear } = useLotFilters();
  const [ageUnit, setAgeUnit] = useState<AgeUnit>('months');
  // On a narrow screen the filters open from a button, which says how many are set.
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const setCount = new Set(Object.keys(filters).map((name) => name.replace(/(From|To)$/, ''))).size;
  const { maxAge, maxWeight } = choices.lotData;
  return (
    <section
      className={`${classes.panel} sy-no-print`}
      aria-label="Filters"
      data-beside={beside || undefined}
    >
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
        {shown.map((name) => (
          <ChoiceFilter
            key={name}
            label={CHOICES[name]}
            options={choices.lotFilters[name]}
            values={filters[name] ?? []}
            onChange={(values) => setFilters({ [name]: values })}
          />
        ))}
        {ranges && (
          <>
            <RangeFilter
              label="Weight"
              unit={<span>Kg</span>}
              most={maxWeight}
              range={{ from: filters.weightFrom, to: filters.weightTo }}
              onChange={({ from, to }) => setFilters({ weightFrom: from, weightTo: to })}
            />
            <RangeFilter
              label="Age"
              unit={
                <select
                  className="sy-control"
                  aria-label="Age in"
                  value={ageUnit}
                  onChange={({ currentTarget: { value } }) =>
                    setAgeUnit(value === 'years' ? 'years' : 'months')
                  }
                >
                  <option value="months">months</option>
                  <option value="years">years</option>
                </select>
              }
              most={toUnit(maxAge, ageUnit) ?? 0}
              range={{ from: toUnit(filters.ageFrom, ageUnit), to: toUnit(filters.ageTo, ageUnit) }}
              onChange={({ from, to }) =>
                setFilters({ ageFrom: fromUnit(from, ageUnit), ageTo: fromUnit(to, ageUnit) })
              }
            />
          </>
        )}
        <ClearFilters disabled={!isFiltered} onClear={clear} />
      </div>
    </section>
  );
}
