import type { WholeListing } from '@saleyard/contract/selling.ts';
import { detailGroups } from '@saleyard/domain/listing/forms/detail-groups.ts';
import { type Field, headFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { detailText, fieldText } from '@saleyard/domain/presentation/field-text.ts';
import { PRINTED_LISTING_LABELS } from '@saleyard/domain/presentation/listings.ts';
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

/** Everything a seller entered about a lot. */
export function ownLotDocument({ lot, at }: OwnLotTask): DocumentDefinition {
  const { content, searchNumericId, publicDetails, kindData } = lot;
  const title = publicDetails.title || `Lot ${searchNumericId}`;
  const groups = detailGroups(FORMS[kindData.type], content.details as Values, { all: true });
  return framed({ kind: 'My Lot', title, made: formatDateTimeWithZone(at) }, [
    { text: title, style: 'title' },
    { text: `Lot ${searchNumericId}`, style: 'dim' },
    ...part('Sale', particulars(lot)),
    ...part('Stock Description', [['For our staff', content.description]]),
    ...groups.flatMap(({ title: heading, values }) =>
      part(
        heading,
        values.map((field) => [field.title, detailText(kindData.type, field)] as const),
      ),
    ),
    ...heads(lot),
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
  ]);
}
