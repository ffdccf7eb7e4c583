import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { countOf, formatCentsPerKg, formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { correctedText } from '@saleyard/domain/presentation/corrected.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { deliveryText, detailText } from '@saleyard/domain/presentation/field-text.ts';
import { lotLabel, notOffered, RESULT_LABELS, resultText } from '@saleyard/domain/presentation/lots.ts';
import { sectionsOf } from '@saleyard/domain/presentation/sections.ts';
import type { Content, DocumentDefinition } from 'pdfmake';
import { CHART, daysLine, fatScores, histogram } from './charts.ts';
import { type Column, factsOf, framed, isShort, table } from './layout.ts';
import type { PicturedLot, PrintedPicture, PrintedSale, SaleTask } from './task.ts';
import { closedPriceText, lotPlace, lotTitle, perKgCentsOf, priceText } from './wording.ts';

/** The particulars of a sale, above its lots. */
function particulars(sale: PrintedSale): Content[] {
  const { title, kindData, number, states, liveAt, closedAt, lotCount, headCount, description } = sale;
  const facts = [
    kindData.title,
    states.join(', '),
    countOf(lotCount, 'lot'),
    countOf(headCount, 'head', 'head'),
    `No. ${number}`,
  ];
  return [
    { text: title, style: 'title' },
    { text: facts.filter(Boolean).join('  ·  ') },
    {
      text:
        closedAt === null
          ? `Bidding begins ${formatDateTimeWithZone(liveAt)}`
          : `Held ${formatDateTimeWithZone(liveAt)}`,
    },
    ...(description === ''
      ? []
      : [{ text: description, margin: [0, 4, 0, 0] as [number, number, number, number] }]),
  ];
}

const lotColumns = (sale: PrintedSale): Column<CatalogueLot>[] => [
  { header: 'Lot', width: 44, cell: (lot) => lotLabel(lot, sale).replace(/^Lot /, '') },
  { header: 'Listing', width: '*', cell: lotTitle },
  { header: 'Head', width: 32, right: true, cell: ({ count }) => formatCount(count) },
  { header: 'Breed', width: 70, cell: ({ publicDetails }) => publicDetails.majorBreed },
  { header: 'Sex', width: 60, cell: ({ publicDetails }) => publicDetails.sex },
  { header: 'Age', width: 60, cell: ({ publicDetails }) => publicDetails.summary.age },
  { header: 'Weight', width: 60, cell: ({ publicDetails }) => publicDetails.summary.weight },
  { header: 'Location', width: 90, cell: lotPlace },
];

type SummaryTask = Extract<SaleTask, { document: 'catalogue' | 'results' }>;

/** The lots of a catalogue, one row each, with head and lots by sex. */
export function catalogueSummary({ sale, lots, at }: SummaryTask): DocumentDefinition {
  const columns: Column<CatalogueLot>[] = [
    ...lotColumns(sale),
    {
      header: 'Start price',
      width: 76,
      right: true,
      cell: (lot) => resultText({ ...lot, status: null }) || priceText(lot.startPrice, lot.bidding),
    },
  ];
  return framed({ kind: 'Catalogue', title: sale.title, made: formatDateTimeWithZone(at), landscape: true }, [
    ...particulars(sale),
    table(
      [
        { header: 'Sex', width: 140, cell: ({ sex }) => sex },
        { header: 'Head', width: 60, right: true, cell: ({ counts }) => formatCount(counts.heads) },
        { header: 'Lots', width: 60, right: true, cell: ({ counts }) => formatCount(counts.total) },
      ],
      [{ heading: null, rows: sale.totalTable }],
    ),
    lots.length === 0
      ? 'Catalogue is being compiled. Check back later.'
      : table(columns, sectionsOf(lots, sale)),
  ]);
}

/** The results of a closed sale, one row per lot, with the counts by sex. */
export function resultsSummary({ sale, lots, at }: SummaryTask): DocumentDefinition {
  const columns: Column<CatalogueLot>[] = [
    ...lotColumns(sale),
    { header: 'Result', width: 52, cell: resultText },
    { header: 'Price', width: 76, right: true, cell: (lot) => closedPriceText(lot, lot.closedPrice) },
    {
      header: '¢ /kg',
      width: 44,
      right: true,
      cell: (lot) => formatCentsPerKg(perKgCentsOf(lot, sale.kindData.type)),
    },
  ];
  const count = (header: string, of: (row: Category) => number): Column<Category> => ({
    header,
    width: 60,
    right: true,
    cell: (row) => formatCount(of(row)),
  });
  return framed({ kind: 'Results', title: sale.title, made: formatDateTimeWithZone(at), landscape: true }, [
    ...particulars(sale),
    table(
      [
        { header: 'Sex', width: 140, cell: ({ sex }) => sex },
        count('Head', ({ head }) => head),
        count('Lots', ({ lots: all }) => all),
        count(RESULT_LABELS.sold, ({ sold }) => sold),
        count(RESULT_LABELS.noBid, ({ noBid }) => noBid),
        count(RESULT_LABELS.passed, ({ passed }) => passed),
      ],
      [{ heading: null, rows: sale.resultTable?.categories ?? [] }],
    ),
    lots.length === 0 ? 'No lots were offered in this auction.' : table(columns, sectionsOf(lots, sale)),
  ]);
}

type Category = NonNullable<PrintedSale['resultTable']>['categories'][number];

/** Points of a lot's picture. */
const PICTURE = [240, 165] as [number, number];

const pictureOf = (picture: PrintedPicture | null): Content[] => {
  if (picture === null) return [];
  const drawn = 'svg' in picture ? { svg: picture.svg } : { image: dataUrl(picture.bytes) };
  return [{ ...drawn, fit: PICTURE, width: PICTURE[0] }];
};

const PNG_SIGNATURE = 0x89;
const dataUrl = (bytes: Uint8Array): string =>
  `data:image/${bytes[0] === PNG_SIGNATURE ? 'png' : 'jpeg'};base64,${Buffer.from(bytes).toString('base64')}`;

type Chart = readonly [title: string, svg: string];

/** Charts in two columns. `beside`: in the place beside an odd last one. */
function charts(all: readonly Chart[], beside: Content[]): Content[] {
  const drawn = all.map(
    ([title, svg]): Content => ({
      width: CHART.width,
      stack: [
        { text: title, style: 'group' },
        { svg, width: CHART.width },
      ],
    }),
  );
  return drawn.flatMap((chart, index): Content[] =>
    index % 2 === 0
      ? [{ unbreakable: true, columnGap: 12, columns: [chart, drawn[index + 1] ?? { stack: beside }] }]
      : [],
  );
}

const group = (title: string, content: Content): Content[] =>
  content === '' ? [] : [{ text: title, style: 'group' }, content];

/** Fields that are already shown at the top of a lot. */
const SHOWN_APART: ReadonlySet<string> = new Set(['title', 'agentComment']);

type Fact = readonly [label: string, value: string];

/** Fields under a title. Those without a value are not among them. */
type Group = { title: string; fields: readonly Fact[] };

/** Points of a group's title, of a field, and of a further line of its value, in half of the page's width. */
const HALF = { title: 24, field: 19, line: 12, lineLength: 30 } as const;

const halfHeight = ({ fields }: Group): number =>
  fields.reduce<number>(
    (sum, [, value]) => sum + HALF.field + HALF.line * Math.floor(value.length / HALF.lineLength),
    HALF.title,
  );

/** How many of the first groups fit beside a chart, one below the other. */
function besideChart(groups: readonly Group[]): number {
  let left: number = CHART.height + HALF.title;
  const first = groups.findIndex((one) => {
    left -= halfHeight(one);
    return left < 0;
  });
  return first === -1 ? groups.length : first;
}

const labelOf = ([label, value]: Fact): string => `${label.toLowerCase()}: ${value}`;

/** The fields of a group, without those whose label and value are at the top of the lot. */
function fieldsOf(
  kind: KindType,
  values: PicturedLot['lot']['details']['values'][number]['values'],
  shown: readonly Fact[],
): Fact[] {
  const known = new Set(shown.map(labelOf));
  return values
    .filter(({ publicId }) => !SHOWN_APART.has(publicId))
    .map((field): Fact => [field.title, detailText(kind, field)])
    .filter((fact) => fact[1] !== '' && !known.has(labelOf(fact)));
}

/** One lot: its picture, its public fields, and how its head were assessed. */
function lotPart({ lot, picture }: PicturedLot, sale: PrintedSale): Content[] {
  const { publicDetails, assessment, optiweigh, optiweighAllowed, details, documents } = lot;
  const label = `${lotLabel(lot, sale)}: ${lotTitle(lot)}`;
  const missing = notOffered(lot);
  if (missing !== null) return [{ text: label, style: 'heading' }, missing, correctedText(lot)];
  const pictured = pictureOf(picture);
  const facts: [string, string][] = [
    ['Head', formatCount(lot.count)],
    ['Breed', publicDetails.majorBreed],
    ['Sex', publicDetails.sex],
    ['Stock category', publicDetails.stockCategory],
    ['Age', publicDetails.summary.age],
    ['Weight', publicDetails.summary.weight],
    ['Weaned', lot.inlineDetails.haveWeaned ?? ''],
    [
      'Delivery',
      deliveryText(lot.inlineDetails.earliestDelivery ?? '', lot.inlineDetails.latestDelivery ?? ''),
    ],
    ['Assessed by', lot.inlineDetails.assessorType],
    ['Start price', priceText(lot.startPrice, lot.bidding)],
    ['Result', [resultText(lot), closedPriceText(lot, lot.closedPrice)].filter(Boolean).join(' ')],
  ];
  const measured: (readonly [title: string, svg: string | null])[] = [
    ['Weight distribution', histogram(assessment)],
    ['Fat score', fatScores(assessment.scores)],
    ...(optiweighAllowed
      ? ([
          ['Mob average weight', daysLine(optiweigh.averageData, 'weight', 'kg per head')],
          ['Average daily gain', daysLine(optiweigh.averageData, 'averageDailyGain', 'kg a day')],
          ['Mob weight distribution', histogram(optiweigh.assessmentData)],
        ] as const)
      : []),
  ];
  const drawn = measured.flatMap(([title, svg]): Chart[] => (svg === null ? [] : [[title, svg]]));
  const groups = details.values
    .map(({ title, values }): Group => {
      const shown = [...facts, ['Additional title', lot.additionalTitle] as const];
      return { title, fields: fieldsOf(lot.kindData.type, values, shown) };
    })
    .filter(({ fields }) => fields.length > 0);
  const beside = drawn.length % 2 === 1 ? besideChart(groups) : 0;
  return [
    {
      unbreakable: true,
      stack: [
        { text: label, style: 'heading' },
        { text: [lotPlace(lot), lot.additionalTitle].filter(Boolean).join('  ·  '), style: 'dim' },
        {
          margin: [0, 6, 0, 0],
          columnGap: 12,
          columns: [...pictured, factsOf(facts, pictured.length === 0 ? 2 : 1)],
        },
      ],
    },
    ...group('Agent comment', publicDetails.agentComment),
    ...charts(
      drawn,
      groups.slice(0, beside).flatMap(({ title, fields }) => group(title, factsOf(fields, 1))),
    ),
    ...groups.slice(beside).flatMap(({ title, fields }) => {
      const stack = group(title, factsOf(fields));
      return isShort(fields) ? [{ unbreakable: true, stack }] : stack;
    }),
    ...group('Additional Information', lot.saleConditions),
    ...group('Documents', documents.map(({ name }) => name).join(', ')),
  ];
}

type DetailsTask = Extract<SaleTask, { document: 'details' }>;

/** All public fields of some lots, each starting on a new page; most fit on one. */
export function fullDetails({ sale, lots, part, at }: DetailsTask): DocumentDefinition {
  const kind = part === null ? 'Lot Details' : 'Catalogue';
  const which = part && part.steps > 1 ? `Part ${part.step} of ${part.steps}` : '';
  const intro: Content[] =
    part === null
      ? [
          { text: `${sale.title}, No. ${sale.number}` },
          { text: formatDateTimeWithZone(sale.liveAt), margin: [0, 0, 0, 8] },
        ]
      : [
          ...particulars(sale),
          which === '' ? { text: '', fontSize: 4 } : { text: which, margin: [0, 0, 0, 8] },
        ];
  const pages = lots.flatMap((one, index): Content[] => [
    ...(index === 0 ? [] : [{ text: '', pageBreak: 'before' } as const]),
    ...lotPart(one, sale),
  ]);
  return framed({ kind, title: sale.title, made: formatDateTimeWithZone(at) }, [...intro, ...pages]);
}
