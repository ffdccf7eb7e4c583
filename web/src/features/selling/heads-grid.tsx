import {
  type Field,
  type Form as FormData,
  headFields,
  isNumeric,
  type Values,
} from '@saleyard/domain/listing/forms/field.ts';
import { valueProblems } from '@saleyard/domain/listing/forms/problems.ts';
import { numberParser } from '@saleyard/domain/listing/forms/read-field.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { fieldId, useTypedText } from '@/ui/form/fields.tsx';
import { Grid, Text } from '@/ui/layout.tsx';
import classes from './heads-grid.module.css';
import {
  headOfPath,
  kgText,
  pastedHeads,
  rangeText,
  runningAverages,
  type WeighedSummary,
  weighedSummary,
} from './heads-values.ts';
import type { LotValues } from './lot-values.ts';
import { useSettledValues } from './settled-values.ts';

/** px of a row, also in the style sheet: on a phone a finger needs more. */
const ROW_PX = { phone: 48, wide: 40 } as const;
const PHONE = '(max-width: 47.99em)';
const rowPx = (): number => (globalThis.matchMedia?.(PHONE).matches ? ROW_PX.phone : ROW_PX.wide);
/** Rows drawn above and below those in view. */
const OVERSCAN = 6;
/** Rows that Page Up and Page Down pass over. */
const PAGE_ROWS = 10;
/** Heads with a problem that are named; the rest are counted. */
const WRONG_SHOWN = 2;

/** Live weight and fat score first: they are typed head by head, a tag seldom. */
const inOrder = (fields: readonly Field[]): readonly Field[] => [
  ...fields.filter(isNumeric),
  ...fields.filter((field) => !isNumeric(field)),
];

type Cell = { row: number; column: number };

type CellProps = {
  field: Field;
  row: number;
  column: number;
  disabled: boolean;
};

const labelOf = ({ title }: Field, row: number): string => `${title} of head ${row + 1}`;

function NumberCell({ field, row, column, ...input }: CellProps) {
  const name = `heads.${row}.${field.name}`;
  const parse = numberParser(field);
  const { change, error, ...typed } = useTypedText(name, parse, String);
  const parsed = typed.value.trim() === '' ? null : parse(typed.value);
  const wrong = parsed !== null && 'rule' in parsed ? `${field.title} ${parsed.rule}` : error;
  return (
    <input
      {...input}
      {...typed}
      data-cell={`${row} ${column}`}
      inputMode="decimal"
      autoComplete="off"
      aria-label={labelOf(field, row)}
      aria-invalid={wrong ? true : undefined}
      title={wrong}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

function TextCell({ field, row, column, ...input }: CellProps) {
  const name = `heads.${row}.${field.name}`;
  const { field: typed, fieldState } = useController({ name });
  return (
    <input
      {...input}
      {...typed}
      id={fieldId(name)}
      data-cell={`${row} ${column}`}
      autoComplete="off"
      aria-label={labelOf(field, row)}
      aria-invalid={fieldState.error ? true : undefined}
      title={fieldState.error?.message}
      value={typeof typed.value === 'string' ? typed.value : ''}
    />
  );
}

/** One head. It renders when its place in the table or its average changes; what is typed renders a cell. */
const HeadRow = memo(function HeadRow({
  fields,
  row,
  average,
  disabled,
}: {
  fields: readonly Field[];
  row: number;
  /** Of the weights down to it, kg; null: none is weighed. */
  average: number | null;
  disabled: boolean;
}) {
  return (
    <tr aria-rowindex={row + 2} className={classes.row}>
      <th scope="row">{row + 1}</th>
      {fields.map((field, column) => {
        const place = { field, row, column, disabled };
        return (
          <td key={field.name}>{isNumeric(field) ? <NumberCell {...place} /> : <TextCell {...place} />}</td>
        );
      })}
      <td className={classes.average}>{average?.toFixed(1)}</td>
    </tr>
  );
});

/** What is wrong in the first heads with a problem, and how many more have one; null: nothing is. */
function wrongIn(fields: readonly Field[], heads: LotValues['heads']): string | null {
  const messages = heads.flatMap((head, row) => {
    const [first] = valueProblems(fields, (head ?? {}) as Values);
    return first === undefined ? [] : [`Head ${row + 1}: ${first.message}.`];
  });
  if (messages.length === 0) return null;
  const more = messages.length - WRONG_SHOWN;
  return [...messages.slice(0, WRONG_SHOWN), ...(more > 0 ? [`${more} more to fix.`] : [])].join(' ');
}

/** What the table says of all heads. */
type HeadsSummary = {
  summary: WeighedSummary;
  averages: readonly (number | null)[];
  wrong: string | null;
  head: number;
  /** Per cent. */
  adjust: number;
};

function headsSummary(
  fields: readonly Field[],
  { heads, count, countWeighed, adjustWeight }: LotValues,
): HeadsSummary {
  const weighed = heads.slice(0, Number(countWeighed));
  return {
    summary: weighedSummary(weighed),
    averages: runningAverages(weighed),
    wrong: wrongIn(fields, weighed),
    head: Number(count),
    adjust: Number(adjustWeight),
  };
}

/** How many heads have a weight, and what they weigh. */
function Summary({ count, summary, head, adjust }: { count: number } & HeadsSummary) {
  const adjusted = summary.average === null ? null : summary.average * (1 + adjust / 100);
  return (
    <Text size="sm" tone="dim" className={classes.summary}>
      {`${summary.weighed} of ${count} weighed${head > count ? ` (${head} head in the lot)` : ''}`}
      {summary.average !== null && (
        <>
          {' · average '}
          <strong>{kgText(summary.average)}</strong>
          {` · ${rangeText(summary)}`}
        </>
      )}
      {adjusted !== null && adjust !== 0 && (
        <>
          {` · adjusted by ${adjust}% `}
          <strong>{kgText(adjusted)}</strong>
        </>
      )}
    </Text>
  );
}

/**
 * The weights of all heads in one table: arrow keys and Enter go from cell to cell, and a copied column is pasted from the
 * cell on. Only the rows in view are in the page. `onLonger`: more heads were pasted than are weighed.
 */
export function HeadsGrid({
  form,
  count,
  disabled,
  wanted: field,
  onLonger,
}: {
  form: FormData;
  count: number;
  disabled: boolean;
  /** The field of the form that was gone to last. */
  wanted: { readonly path: string } | null;
  onLonger: (count: number) => void;
}) {
  const { getValues, setValue } = useFormContext<LotValues>();
  const fields = useMemo(() => inOrder(headFields(form)), [form]);
  const all = useSettledValues(useCallback((values) => headsSummary(fields, values), [fields]));
  const scrolled = useRef<HTMLDivElement>(null);
  const wanted = useRef<Cell | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scrolled.current,
    estimateSize: rowPx,
    overscan: OVERSCAN,
  });
  const focusWanted = () => {
    const cell = wanted.current;
    if (cell === null) return;
    const input = scrolled.current?.querySelector<HTMLInputElement>(
      `[data-cell="${cell.row} ${cell.column}"]`,
    );
    if (!input) return;
    wanted.current = null;
    input.focus({ preventScroll: true });
    input.select();
  };
  // A cell far away is drawn first, and takes the focus then.
  useEffect(focusWanted);
  const goTo = (cell: Cell) => {
    wanted.current = { ...cell, row: Math.max(0, Math.min(count - 1, cell.row)) };
    virtual.scrollToIndex(wanted.current.row);
    focusWanted();
  };
  const gone = useRef(field);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each field that is gone to.
  useEffect(() => {
    if (gone.current === field) return;
    gone.current = field;
    const head = headOfPath(field?.path ?? '');
    const column = fields.findIndex(({ name }) => name === head?.name);
    if (head !== null && column >= 0) goTo({ row: head.row, column });
  }, [field]);
  const cellOf = (target: EventTarget): Cell | null => {
    const [row, column] = ((target as HTMLElement).dataset['cell'] ?? '').split(' ');
    return column === undefined ? null : { row: Number(row), column: Number(column) };
  };
  const press = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (cell === null || event.altKey || event.metaKey) return;
    const { row, column } = cell;
    const input = event.target as HTMLInputElement;
    const { selectionStart: start, selectionEnd: end, value } = input;
    const moves: Record<string, Cell | undefined> = {
      Enter: { row: row + (event.shiftKey ? -1 : 1), column },
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      PageDown: { row: row + PAGE_ROWS, column },
      PageUp: { row: row - PAGE_ROWS, column },
      // Within a text the arrows move the caret; all of it selected is as good as its ends.
      ArrowRight:
        end === value.length && column < fields.length - 1 ? { row, column: column + 1 } : undefined,
      ArrowLeft: (start === 0 || value === '') && column > 0 ? { row, column: column - 1 } : undefined,
      ...(event.ctrlKey && { Home: { row: 0, column }, End: { row: count - 1, column } }),
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  };
  const paste = (event: ClipboardEvent) => {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (cell === null || disabled || !/[\t\r\n]/.test(text.trim())) return;
    event.preventDefault();
    const columns = fields.slice(cell.column);
    const pasted = pastedHeads(getValues('heads'), text, { row: cell.row, columns });
    setValue('heads', pasted.heads.map((one) => ({ ...one })) as LotValues['heads'], { shouldDirty: true });
    setNote(pasted.note);
    if (pasted.end > count) onLonger(pasted.end);
  };
  const rows = virtual.getVirtualItems();
  const above = rows[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    <Grid single gap="sm" className={classes.grid} data-columns={fields.length}>
      <div ref={scrolled} className={classes.scrolled}>
        <table aria-label="Weights" aria-rowcount={count + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Head</th>
              {fields.map(({ name, title, unit }) => (
                <th key={name} scope="col">
                  {title}
                  {unit === undefined ? '' : `, ${unit.replace(' per head', '')}`}
                </th>
              ))}
              <th scope="col" className={classes.average}>
                Running average
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={press} onPaste={paste}>
            {above > 0 && <tr style={{ height: above }} />}
            {rows.map(({ index: row }) => (
              <HeadRow
                key={row}
                fields={fields}
                row={row}
                average={all.averages[Math.min(row, all.averages.length - 1)] ?? null}
                disabled={disabled}
              />
            ))}
            {below > 0 && <tr style={{ height: below }} />}
          </tbody>
        </table>
      </div>
      <Summary count={count} {...all} />
      {all.wrong !== null && (
        <Text size="sm" tone="bad">
          {all.wrong}
        </Text>
      )}
      {note !== null && (
        <Text size="sm" tone="dim" role="status" className={classes.summary}>
          {note}
        </Text>
      )}
    </Grid>
  );
}
