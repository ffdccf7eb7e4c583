import type { Content, DocumentDefinition, TableCell, TableLayout } from 'pdfmake';

/** The product's colours on paper. */
export const COLOURS = {
  brand: '#1f543f',
  accent: '#a13a1e',
  ink: '#22201c',
  dim: '#676356',
  line: '#d2cec1',
  shade: '#f0eee7',
} as const;

/** A4, in points. */
const MARGIN = { side: 36, top: 72, bottom: 48 } as const;

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="24" height="24"><g fill="none" stroke="${COLOURS.brand}" stroke-width="2.6" stroke-linecap="round"><path d="M4.5 5.5v21M27.5 5.5v21"/><path d="M4.5 10.2h23M4.5 16.2h23M4.5 22.2h23"/><path d="M5.5 21.8 26.5 10.6"/></g></svg>`;

/** The parts of every page besides the content. */
export type Frame = {
  /** The kind of document: "Catalogue", "Results". */
  kind: string;
  /** The sale's title. */
  title: string;
  /** When it was made, formatted. */
  made: string;
  landscape?: boolean;
};

/** A document with the product's name and page numbers. Texts are not parsed: pdfmake has no markup. */
export const framed = (
  { kind, title, made, landscape = false }: Frame,
  content: Content[],
): DocumentDefinition => ({
  pageSize: 'A4',
  pageOrientation: landscape ? 'landscape' : 'portrait',
  pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
  info: { title: `${kind}: ${title}`, creator: 'Saleyard', producer: 'Saleyard' },
  defaultStyle: { font: 'Roboto', fontSize: 9, color: COLOURS.ink, lineHeight: 1.15 },
  styles: {
    title: { fontSize: 18, bold: true },
    heading: { fontSize: 13, bold: true, color: COLOURS.brand },
    group: { fontSize: 10, bold: true, margin: [0, 8, 0, 2] },
    dim: { color: COLOURS.dim },
    head: { bold: true, fillColor: COLOURS.brand, color: '#ffffff' },
    section: { bold: true, fillColor: COLOURS.shade },
  },
  header: () => ({
    margin: [MARGIN.side, 24, MARGIN.side, 0],
    columns: [
      { svg: LOGO, width: 24 },
      { text: 'Saleyard', bold: true, fontSize: 15, color: COLOURS.brand, margin: [8, 2, 0, 0], width: 90 },
      { text: `${kind}: ${title}`, alignment: 'right', style: 'dim', margin: [0, 6, 0, 0] },
    ],
  }),
  footer: (page, pages) => ({
    margin: [MARGIN.side, 16, MARGIN.side, 0],
    columns: [
      { text: `Made ${made}`, style: 'dim' },
      { text: `Page ${page} of ${pages}`, alignment: 'right', style: 'dim' },
    ],
  }),
  content,
});

const RULED: TableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => COLOURS.line,
  paddingLeft: () => 4,
  paddingRight: () => 4,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/** A word longer than this could widen a column beyond the page, so it is broken wherever a line ends. */
const LONGEST_WORD = 16;
const UNBROKEN = new RegExp(`(\\S{${LONGEST_WORD + 1},})`);

/** A text whose long words can be broken anywhere. */
const broken = (text: string): string | Content[] => {
  const parts = text.split(UNBROKEN).filter(Boolean);
  return parts.some((part) => UNBROKEN.test(part))
    ? parts.map((part): Content => (UNBROKEN.test(part) ? { text: part, wordBreak: 'break-all' } : part))
    : text;
};

/** A column of a table. `width`: points, or `*` for an equal share of the remaining width. */
export type Column<Row> = {
  header: string;
  width: number | '*' | 'auto';
  right?: true;
  cell: (row: Row) => string;
};

/** Rows under a heading; null: without heading. */
type Section<Row> = { heading: string | null; rows: readonly Row[] };

/** A table whose headings repeat on every page. Rows are not split across pages. */
export function table<Row>(columns: readonly Column<Row>[], sections: readonly Section<Row>[]): Content {
  const align = ({ right }: Column<Row>) => (right ? 'right' : 'left');
  const head = columns.map(
    (column): TableCell => ({ text: column.header, style: 'head', alignment: align(column) }),
  );
  const body = sections.flatMap(({ heading, rows }): TableCell[][] => [
    ...(heading === null
      ? []
      : [
          [
            { text: heading, style: 'section', colSpan: columns.length },
            ...columns.slice(1).map((): TableCell => ''),
          ],
        ]),
    ...rows.map((row) =>
      columns.map((column): TableCell => ({ text: broken(column.cell(row)), alignment: align(column) })),
    ),
  ]);
  return {
    margin: [0, 8, 0, 8],
    layout: RULED,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [head, ...body],
    },
  };
}

/** Characters that certainly fit on one page. */
const SHORT = 1_500;

/** Whether facts certainly fit on one page. Unbreakable content that doesn't fit would be cut off. */
export const isShort = (facts: readonly (readonly [label: string, value: string])[]): boolean =>
  facts.reduce((sum, [, value]) => sum + value.length, 0) < SHORT;

/** Labels with their values, this many pairs per row; those without a value are omitted. */
export function factsOf(
  facts: readonly (readonly [label: string, value: string])[],
  beside: 1 | 2 = 2,
): Content {
  const stated = facts.filter(([, value]) => value !== '');
  const pair = (fact: (typeof stated)[number] | undefined): TableCell[] =>
    fact === undefined ? ['', ''] : [{ text: fact[0], style: 'dim' }, { text: broken(fact[1]) }];
  const rows = stated.flatMap((_, index): TableCell[][] =>
    index % beside === 0 ? [Array.from({ length: beside }, (__, n) => pair(stated[index + n])).flat()] : [],
  );
  if (rows.length === 0) return '';
  const widths = Array.from({ length: beside }, () => [90, '*'] as const).flat();
  return { layout: RULED, table: { dontBreakRows: isShort(stated), widths, body: rows } };
}
