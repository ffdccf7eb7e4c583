import type { WholeListing } from '@saleyard/contract/selling.ts';
import { detailGroups } from '@saleyard/domain/listing/forms/detail-groups.ts';
import { type Field, headFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { detailText, fieldText, formatCalendarDay } from '@saleyard/domain/presentation/field-text.ts';
import { PRINTED_LISTING_LABELS } from '@saleyard/domain/presentation/listings.ts';
import { lotLabel } from '@saleyard/domain/presentation/lots.ts';
import type { Content, DocumentDefinition } from 'pdfmake';
import { type Column, factsOf, framed, isShort, table } from './layout.ts';
import type { OwnLotTask } from './task.ts';
import { priceText } from './wording.ts';

/** A part with its heading, on one page where it fits. */
function part(title: string, facts: readonly (readonly [string, string])[]): Content[] {
  const content = factsOf(facts);
  if (content === '') return [];
  return [{ unbreakable: isShort(facts), stack: [{ text: title, style: 'group' }, content] }];
}

/** The status of the lot and how it is sold. */
function particulars(lot: WholeListing): [string, string][] {
  const { auctionData, content, bidding } = lot;
  const unit = bidding ?? 'head';
  return [
    ['Status', PRINTED_LISTING_LABELS[lot.phase]],
    [
      'Auction',
      auctionData === null ? '' : `${auctionData.title}, ${formatDateTimeWithZone(auctionData.liveAt)}`,
    ],
    ['Kind', lot.kindData.title],
    ['Head', lot.count === null ? '' : formatCount(lot.count)],
    ['Head weighed', content.countWeighed === null ? '' : formatCount(content.countWeighed)],
    ['Weight', lot.publicDetails.summary.weight],
    ['Start Price', priceText(lot.startPrice, unit)],
    ['Reserve Price', priceText(lot.reserveCents, unit)],
    ['Bid Increment', priceText(lot.bidIncrementCents, unit)],
    ['Vendor Bids', content.maxVendorBids === 0 ? 'Nil' : String(content.maxVendorBids)],
  ];
}

/** Every weighed head, one row each. */
function heads({ kindData, content }: WholeListing): Content[] {
  if (content.heads.length === 0) return [];
  const rows = content.heads.map((values, index) => ({ number: index + 1, values: values as Values }));
  type Row = (typeof rows)[number];
  const columnOf = (field: Field): Column<Row> => ({
    header: field.title,
    width: '*',
    cell: ({ values }) => fieldText(field, values[field.name] ?? null),
  });
  const columns: Column<Row>[] = [
    { header: 'Head', width: 48, cell: ({ number }) => String(number) },
    ...headFields(FORMS[kindData.type]).map(columnOf),
  ];
  return [{ text: 'Assessment', style: 'group' }, table(columns, [{ heading: null, rows }])];
}

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** How the weights were taken and adjusted. */
const weighing = ({ content }: WholeListing): [string, string][] => [
  ['Weight adjustment', content.adjustWeight === 0 ? '' : `${content.adjustWeight}%`],
  ['Weight gain', content.weightGain === 0 ? '' : `${content.weightGain} kg a day`],
  ['Mob weight at entry', content.mobEntryWeight === null ? '' : `${content.mobEntryWeight} kg`],
  ['Walk-over weighing shown', content.optiweighAllowed ? 'Yes' : ''],
];

/** What walk-over scales recorded: the mob on each day, and every head on the last one. */
function walkOver({ content: { optiweigh } }: WholeListing): Content[] {
  if (optiweigh === undefined) return [];
  const { days, weights } = optiweigh;
  if (days.length === 0 && weights.length === 0) return [];
  type Row = (typeof days)[number];
  const columns: Column<Row>[] = [
    { header: 'Date', width: 120, cell: ({ date }) => formatCalendarDay(date) },
    { header: 'Weight', width: 120, cell: ({ weight }) => `${weight} kg per head` },
    { header: 'Weight gain', width: 120, cell: ({ averageDailyGain }) => `${averageDailyGain} kg a day` },
  ];
  const each = weights.length === 0 ? '' : `${weights.join(', ')} kg`;
  return [
    { text: 'Walk-over Weighing', style: 'group' },
    ...(days.length === 0 ? [] : [table(columns, [{ heading: null, rows: days }])]),
    factsOf([['Heads on the last day', each]], 1),
  ];
}

/** What the seller declared; a kind that needs no signature has only what was ticked. */
function declarations({ kindData, content }: WholeListing): [string, string][] {
  const text = (is: boolean) => (is || FORMS[kindData.type].signed ? yesNo(is) : '');
  const signed = ({ url }: { url: string }) => (url === '' ? '' : 'Signed');
  return [
    ['Terms & Conditions accepted', text(content.acceptenceOnTerms)],
    ['Assessed by a licensed agent', text(content.isLicencedAgent)],
    ['Vendor signed the form', text(content.vendorSignedForm)],
    ['E-mailed to the vendor', text(content.emailToVendor)],
    ['Agent Signature', signed(content.agentSignature)],
    ['Vendor Signature', signed(content.vendorSignature)],
  ];
}

/** The lot's number where everyone sees it, else its id. */
const labelOf = ({ number, searchNumericId, state }: WholeListing): string =>
  lotLabel({ number, searchNumericId, state: number === '' ? 'future' : state }, { showLotNumbers: false });

/** Everything a seller entered about a lot. */
export function ownLotDocument({ lot, at }: OwnLotTask): DocumentDefinition {
  const { content, publicDetails, kindData } = lot;
  const title = publicDetails.title || labelOf(lot);
  const groups = detailGroups(FORMS[kindData.type], content.details as Values, { all: true });
  return framed({ kind: 'My Lot', title, made: formatDateTimeWithZone(at) }, [
    { text: title, style: 'title' },
    { text: labelOf(lot), style: 'dim' },
    ...part('Sale', particulars(lot)),
    ...part('Stock Description', [['For our staff', content.description]]),
    ...groups.flatMap(({ title: heading, values }) =>
      part(
        heading,
        values.map((field) => [field.title, detailText(kindData.type, field)] as const),
      ),
    ),
    ...part('Weighing', weighing(lot)),
    ...heads(lot),
    ...walkOver(lot),
    ...part('Special Conditions of Sale', [['Conditions', content.saleConditions]]),
    ...part(
      'Useful Links',
      content.usefulLinks.map(
        ({ key, url, description }) => [description || 'Link', key === '' ? url : 'PDF'] as const,
      ),
    ),
    ...part(
      'Documents',
      content.documents.map(({ name, description }) => [name, description || 'PDF'] as const),
    ),
    ...part('Declarations', declarations(lot)),
  ]);
}
