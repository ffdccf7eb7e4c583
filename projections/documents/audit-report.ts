import { EVERY_LOT, type SaleAudit } from '@saleyard/contract/audit.ts';
import { countOf, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import {
  actorName,
  endText,
  filterText,
  lotText,
  outageText,
  provenText,
  stepTime,
  timesText,
  verdictTitle,
  WHAT_IF_LIMIT,
  whatIfText,
} from '@saleyard/domain/presentation/audit.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { policyText } from '@saleyard/domain/presentation/policies.ts';
import type { Content, DocumentDefinition } from 'pdfmake';
import { COLOURS, type Column, framed, table } from './layout.ts';
import type { AuditTask } from './task.ts';

/** Differences on paper; the others are in the JSON. */
const DIFFERENCES_PRINTED = 50;

type Lot = SaleAudit['lots'][number];

const LOT_COLUMNS: readonly Column<Lot>[] = [
  { header: 'Lot', width: 40, cell: ({ number }) => number },
  { header: 'Title', width: '*', cell: ({ title, count }) => title ?? countOf(count, 'head', 'head') },
  { header: 'Result', width: 210, cell: lotText },
  { header: 'Bids', width: 40, right: true, cell: ({ accepted }) => String(accepted) },
  { header: 'Refused', width: 46, right: true, cell: ({ refused }) => String(refused) },
];

const scopeOf = ({ audit, wanted: { lot } }: AuditTask): string => {
  if (lot === undefined) return 'The sale as a whole';
  if (lot === EVERY_LOT) return 'The sale and every lot';
  const found = audit.lots.find((one) => one.lot === lot);
  return found === undefined
    ? 'An unknown lot'
    : `Lot ${found.number}${found.title === null ? '' : `, ${found.title}`}`;
};

function verdictContent({ audit }: AuditTask): Content[] {
  const { verdict, differences, differenceCount, notDecidedAgain, auction, headHash, outages } = audit;
  const more = differenceCount - DIFFERENCES_PRINTED;
  return [
    {
      text: verdictTitle(audit),
      style: 'title',
      color: verdict === 'proven' ? COLOURS.brand : COLOURS.accent,
    },
    { text: `${provenText(audit)}. Audited ${stepTime(audit.at)}.`, margin: [0, 4, 0, 4] },
    ...differences
      .slice(0, DIFFERENCES_PRINTED)
      .map(({ revision, what }): Content => ({ text: `Event ${revision}: ${what}.` })),
    ...(more > 0 ? [`${countOf(more, 'more difference')}, in the JSON.`] : []),
    ...(notDecidedAgain === 0
      ? []
      : [`${countOf(notDecidedAgain, 'refused command')} not decided again: the log does not hold them.`]),
    ...outages.map((outage): Content => ({ text: `${outageText(outage)}.` })),
    {
      text: `${auction.rules === null ? '' : `Rules of version ${auction.rules}. `}Head hash ${headHash}. A copy of it that was kept elsewhere shows whether the whole log was replaced; this audit alone can’t.`,
      style: 'dim',
      margin: [0, 4, 0, 0],
    },
  ];
}

/** The lots that would have ended otherwise under another policy, beside how they ended. */
function whatIfContent({ audit, whatIf }: AuditTask): Content[] {
  if (whatIf === null) return [];
  const { ended, decided } = whatIfText(whatIf, audit.lots.length);
  const units = new Map(audit.lots.map(({ lot, unit }) => [lot, unit]));
  type Row = (typeof whatIf.lots)[number];
  const unitOf = ({ lot }: Row) => units.get(lot) ?? 'head';
  const columns: readonly Column<Row>[] = [
    { header: 'Lot', width: 40, cell: ({ number }) => number },
    { header: 'Title', width: '*', cell: ({ title }) => title ?? '' },
    { header: 'As decided', width: 165, cell: (row) => endText({ ...row.was, unit: unitOf(row) }) },
    { header: 'Would have been', width: 165, cell: (row) => endText({ ...row.would, unit: unitOf(row) }) },
  ];
  return [
    { text: `If: ${policyText(whatIf.policy)}`, style: 'heading', margin: [0, 8, 0, 0] },
    { text: decided === null ? ended : `${ended} ${decided}` },
    ...(decided === null ? [] : [{ text: WHAT_IF_LIMIT, style: 'dim' }]),
    ...(whatIf.lots.length === 0 ? [] : [table(columns, [{ heading: null, rows: whatIf.lots }])]),
  ];
}

function stepColumns({
  audit,
  people,
  wanted: { lot },
}: AuditTask): readonly Column<AuditTask['steps'][number]>[] {
  const numbers = new Map(audit.lots.map(({ lot: id, number }) => [id, number]));
  const ofLot: Column<AuditTask['steps'][number]> = {
    header: 'Lot',
    width: 34,
    cell: (step) => (step.lot === null ? '' : (numbers.get(step.lot) ?? step.lot)),
  };
  return [
    { header: 'Time', width: 92, cell: ({ at }) => stepTime(at) },
    ...(lot === EVERY_LOT ? [ofLot] : []),
    {
      header: 'Who did what, and the rule that decided it',
      width: '*',
      cell: (step) =>
        [`${actorName(step, people)} ${step.act}`, ...step.ruling, timesText(step) ?? '']
          .filter((line) => line !== '')
          .join('\n'),
    },
    {
      header: 'Amount',
      width: 62,
      right: true,
      cell: ({ cents }) => (cents === null ? '' : formatDollars(cents)),
    },
  ];
}

/** The filter of the steps; null: none. */
function filterOf({ wanted, steps, people }: AuditTask): string | null {
  const { act = 'all', person = '', from = null, to = null } = wanted;
  const step = steps.find(({ actor }) => actor.id === person || actor.paddle === person);
  const named = step === undefined ? (people[person]?.name ?? person) : actorName(step, people);
  return filterText({ act, person: person === '' ? null : named, from, to });
}

/** The audit of a sale on paper: the verdict first, then the lots, then the chosen steps. */
export function auditDocument(task: AuditTask): DocumentDefinition {
  const { audit, at, steps, total, inAll } = task;
  const { title, number } = audit.auction;
  const counted =
    steps.length < total
      ? `The first ${steps.length} of ${countOf(total, 'step')}; choose a lot, a person or an act for the others.`
      : total < inAll
        ? `${total} of ${countOf(inAll, 'step')}`
        : countOf(total, 'step');
  const filter = filterOf(task);
  return framed({ kind: 'Audit', title: `${title}, No. ${number}`, made: formatDateTimeWithZone(at) }, [
    ...verdictContent(task),
    ...whatIfContent(task),
    ...(audit.lots.length === 0 ? [] : [table(LOT_COLUMNS, [{ heading: null, rows: audit.lots }])]),
    { text: scopeOf(task), style: 'heading', margin: [0, 8, 0, 0] },
    ...(filter === null ? [] : [{ text: `${filter}.` }]),
    { text: counted, style: 'dim' },
    ...(steps.length === 0 ? [] : [table(stepColumns(task), [{ heading: null, rows: steps }])]),
  ]);
}
