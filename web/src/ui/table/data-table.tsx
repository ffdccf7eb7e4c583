import { memo, type ReactNode, useId, useState } from 'react';
import { ICON_SIZES, IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronDown } from '@/config/icons.ts';
import { Empty, Failed, Loading } from '@/ui/page.tsx';
import classes from './data-table.module.css';
import { type SortOrder, sorted } from './sort-rows.ts';

/** A column of a table of `Row`. */
export type Column<Row> = {
  /** Names the column in a sort, and is its key. */
  id: string;
  header: string;
  /** What is in its cell. Nothing is a dash in a table, and no line of a card. */
  cell: (row: Row) => ReactNode;
  /** By what its heading sorts the rows; without it the heading is plain text. */
  sortBy?: (row: Row) => string | number | null;
  /** What a column of numbers adds up to, in a last row; false: there is no such row. */
  total?: ReactNode;
  /** Numbers and amounts are at the end of their column. */
  align?: 'end';
  /** The cell names its row for screen readers. One column of a table has it. */
  rowHeader?: true;
  /**
   * On a phone, where a row is a card: `title` heads it, `plain` is a line without its column's name, `hidden` is
   * left out. Otherwise the cell is a line after its column's name.
   */
  phone?: 'title' | 'plain' | 'hidden';
  /** The heading is for screen readers only: a column of buttons, which does not print either. */
  actions?: true;
};

/** Rows under a heading of their own. */
export type Section<Row> = { key: string; heading: string | null; rows: readonly Row[] };

type Props<Row> = {
  /** Says what the table holds, to screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Undefined: not read yet. */
  rows?: readonly Row[] | undefined;
  /** In place of `rows`: rows under headings. A sort stays within each. */
  sections?: readonly Section<Row>[];
  /** Why there are no rows. */
  error?: unknown;
  onRetry?: () => void;
  /** What is said while there are no rows yet: "Loading sales…". */
  loading?: string;
  /** Shown in place of a table without rows. */
  empty?: ReactNode;
  /**
   * What a row opens under itself, on a press of its button, which says `label`. `name` says which row it is, to screen
   * readers. null: there is no more of this row. Keep it stable, as the columns.
   */
  detail?: { label: string; name: (row: Row) => string; of: (row: Row) => ReactNode } | undefined;
  /** Marks a row for styles: `data-mark` of its `tr`. */
  mark?: (row: Row) => string | undefined;
  /** What people see above the table, in place of a caption for screen readers only. */
  title?: ReactNode;
  /** On a phone: a card for each row, or a table still, where it is of a few short numbers. */
  phone?: 'cards' | 'table';
};

/** A table of more columns than this scrolls inside itself where the screen is not wide. */
const WIDE_COLUMNS = 8;

function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: SortOrder | null;
  onSort: (sort: SortOrder) => void;
}) {
  const { id, header, align, actions } = column;
  if (actions) {
    return (
      <th scope="col" className="sy-no-print">
        <span className="sy-hidden">{header}</span>
      </th>
    );
  }
  if (column.sortBy === undefined) {
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    );
  }
  const direction = sort?.column === id ? sort.direction : null;
  const Icon = direction === null ? IconArrowsSort : direction === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={direction === null ? 'none' : direction === 'up' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort({ column: id, direction: direction === 'up' ? 'down' : 'up' })}
      >
        {header}
        <Icon size={ICON_SIZES.sm} aria-hidden="true" />
      </button>
    </th>
  );
}

function TableRow<Row>({
  row,
  columns,
  mark,
  detail,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  mark: string | undefined;
  detail: Props<Row>['detail'];
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const more = detail?.of(row) ?? null;
  const cells = (
    <tr data-mark={mark}>
      {columns.map(({ id, header, cell, align, rowHeader, phone, actions }) => {
        const attributes = {
          'data-align': align,
          'data-phone': phone,
          'data-label': phone === undefined && !actions ? header : undefined,
          'data-actions': actions,
          className: actions ? 'sy-no-print' : undefined,
        };
        return rowHeader ? (
          <th key={id} scope="row" {...attributes}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} {...attributes}>
            {cell(row)}
          </td>
        );
      })}
      {detail && (
        <td data-actions className="sy-no-print">
          {more !== null && (
            <button
              type="button"
              className={classes.expander}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {detail.label}
              <span className="sy-hidden">{`, ${detail.name(row)}`}</span>
              <IconChevronDown size={ICON_SIZES.sm} aria-hidden="true" />
            </button>
          )}
        </td>
      )}
    </tr>
  );
  if (more === null || !isOpen) return cells;
  return (
    <>
      {cells}
      <tr id={id} className={classes.detail}>
        <td colSpan={columns.length + 1}>{more}</td>
      </tr>
    </>
  );
}

const Row = memo(TableRow) as typeof TableRow;

/** On a phone there are no headings to press: the same choice as a list. */
function PhoneSort<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[];
  sort: SortOrder | null;
  onSort: (sort: SortOrder | null) => void;
}) {
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined);
  if (sortable.length === 0) return null;
  return (
    <label className={`${classes.phoneSort} sy-no-print`}>
      Sort by
      <select
        className="sy-control"
        value={sort === null ? '' : `${sort.column} ${sort.direction}`}
        onChange={({ currentTarget }) => {
          const [column = '', direction] = currentTarget.value.split(' ');
          onSort(column === '' ? null : { column, direction: direction === 'down' ? 'down' : 'up' });
        }}
      >
        <option value="">The usual order</option>
        {sortable.flatMap(({ id, header }) => [
          <option key={`${id} up`} value={`${id} up`}>
            {header}, rising
          </option>,
          <option key={`${id} down`} value={`${id} down`}>
            {header}, falling
          </option>,
        ])}
      </select>
    </label>
  );
}

/**
 * A table of rows: headings that sort, stay in sight and repeat on every printed page; a card for each row on a
 * phone; and what is shown while there are no rows. Columns may change from render to render, but rows are drawn
 * again only when their own columns or row did: keep `columns` stable for long tables.
 */
export function DataTable<Row>(props: Props<Row>) {
  const {
    caption,
    columns,
    rowKey,
    error,
    onRetry,
    loading = 'Loading…',
    empty,
    mark,
    title,
    detail,
  } = props;
  const width = columns.length + (detail === undefined ? 0 : 1);
  const cards = props.phone !== 'table';
  const [sort, setSort] = useState<SortOrder | null>(null);
  const sections = props.sections ?? (props.rows && [{ key: 'all', heading: null, rows: props.rows }]);
  if (sections === undefined)
    return error ? <Failed error={error} onRetry={onRetry} /> : <Loading label={loading} />;
  if (sections.every(({ rows }) => rows.length === 0))
    return empty ?? <Empty title="There is nothing here" />;
  const by = columns.find(({ id }) => id === sort?.column)?.sortBy;
  const totals = columns.some(({ total }) => total !== undefined && total !== false);
  return (
    <div className={classes.frame}>
      {cards && <PhoneSort columns={columns} sort={sort} onSort={setSort} />}
      <div
        className={`${classes.panel} sy-panel`}
        data-wide={(cards && columns.length > WIDE_COLUMNS) || undefined}
      >
        <table className={`${classes.table} ${cards ? classes.cards : ''}`}>
          <caption className={title ? classes.caption : 'sy-hidden'}>{title ?? caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.id} column={column} sort={sort} onSort={setSort} />
              ))}
              {detail && (
                <th scope="col" className="sy-no-print">
                  <span className="sy-hidden">{detail.label}</span>
                </th>
              )}
            </tr>
          </thead>
          {sections.map(({ key, heading, rows }) => (
            <tbody key={key}>
              {heading !== null && (
                <tr className={classes.section}>
                  <th scope="rowgroup" colSpan={width}>
                    {heading}
                  </th>
                </tr>
              )}
              {sorted(rows, by, sort).map((row) => (
                <Row key={rowKey(row)} row={row} columns={columns} mark={mark?.(row)} detail={detail} />
              ))}
            </tbody>
          ))}
          {totals && (
            <tfoot>
              <tr>
                {columns.map(({ id, header, total, align, rowHeader }) =>
                  rowHeader ? (
                    <th key={id} scope="row" data-phone="title">
                      {total}
                    </th>
                  ) : (
                    <td key={id} data-align={align} data-label={header}>
                      {total}
                    </td>
                  ),
                )}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  );
}
