import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { abbreviated } from '@saleyard/domain/listing/abbreviations.ts';
import { formatCount, formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { type ComponentProps, useMemo } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { Row } from '@/ui/layout.tsx';
import { inSizes } from '@/ui/picture.tsx';
import { type Column, DataTable, type Section } from '@/ui/table/data-table.tsx';
import { WhyButton } from '@/ui/why/why-button.tsx';
import { ClosedPrice, ResultTag } from './lot-outcome.tsx';
import { type ClosedLot, closedTotal, lotResult } from './lot-result.ts';
import classes from './lots-table.module.css';

function Picture({ lot }: { lot: ClosedLot }) {
  const picture = lot.media[0];
  if (picture === undefined) return null;
  // A picture that can't be loaded leaves no hole.
  return (
    <img
      className={classes.picture}
      {...inSizes(picture.thumbnail, '4.5rem')}
      alt=""
      loading="lazy"
      width={72}
      height={54}
      onError={({ currentTarget }) => currentTarget.remove()}
    />
  );
}

/** What a lot that the viewer bought or sold came to; those of others are not theirs to add up. */
function totalOf(lot: ClosedLot, paddle: string | null): string | null {
  const result = lotResult(lot, paddle);
  const total =
    result === 'bought' || ((result === 'sold' || result === 'soldAfterAuction') && lot.mine)
      ? closedTotal(lot)
      : null;
  return total && `${total.estimated ? '≈ ' : ''}${formatDollars(total.cents)}`;
}

/** Whether the viewer bid on a lot of their own results, also in vain, or had an auto-bid on it. */
const hasOwnBid = (lot: ClosedLot): boolean =>
  'highestBidCents' in lot &&
  (lot.highestBidCents !== null ||
    lot.autoBidCents !== null ||
    lot.refused === true ||
    lot.byNumber === true);

type Detail = ComponentProps<typeof DataTable<ClosedLot>>['detail'];

type Shown = {
  auction: Pick<PublicAuction, 'kindData' | 'searchNumber'>;
  /** The viewer's alias in the sale; null when they have none, or none is known yet. */
  paddle: string | null;
  /** Names the vendors of the lots that the viewer, an agent, listed. */
  vendors?: boolean;
  /** The lots are the viewer's own: adds what each that they bought or sold came to. */
  own?: boolean;
  /** What a row opens under itself: of a lot's other side. */
  detail?: Detail;
};

/** The weight that prices are calculated by, first: curfew, else average. Each is named. */
const weightsOf = ({ publicDetails: { weight } }: ClosedLot): string[] =>
  [
    weight.curfew === null ? '' : `${weight.curfew} kg curfew`,
    weight.average === null ? '' : `${weight.average} kg average`,
  ].filter(Boolean);

const factsOf = (lot: ClosedLot): string =>
  [`${formatCount(lot.count)} head`, lot.publicDetails.summary.age, ...weightsOf(lot)]
    .filter(Boolean)
    .join(' · ');

/** Breed and stock category in short, in whole under the pointer. */
function Stock({ lot: { publicDetails } }: { lot: ClosedLot }) {
  const whole = [publicDetails.majorBreed, publicDetails.stockCategory].filter(Boolean);
  if (whole.length === 0) return null;
  const short = whole.map(abbreviated).join(' ');
  return (
    <span className={classes.stock}>
      <abbr title={whole.join(' ')}>{short}</abbr>
    </span>
  );
}

function Listing({ lot, auction, own = false }: Pick<Shown, 'auction' | 'own'> & { lot: ClosedLot }) {
  const place = placeOf(lot);
  return (
    <Row nowrap gap="sm">
      <Picture lot={lot} />
      <div>
        <Link
          to={paths.lotResult(auction, lot, { fromOwn: own })}
          className={classes.title}
          aria-label={`Lot ${lot.number}, ${titleOf(lot, lot.count)}`}
        >
          {titleOf(lot, lot.count)}
        </Link>
        {lot.mine && <span className={classes.mine}>My Listing</span>}
        {place && <span className={classes.place}>{place}</span>}
        <Stock lot={lot} />
        <span className={classes.facts}>{factsOf(lot)}</span>
      </div>
    </Row>
  );
}

/** The vendor of a lot that the viewer listed as an agent; '' for any other. */
export const vendorOf = (lot: ClosedLot): string =>
  ('vendorName' in lot && typeof lot.vendorName === 'string' && lot.vendorName) || '';

const columnsOf = ({ auction, paddle, own = false, vendors = false }: Shown): Column<ClosedLot>[] => [
  {
    id: 'lot',
    header: 'Lot',
    rowHeader: true,
    phone: 'title',
    cell: ({ number }) => <span className={classes.label}>Lot {number}</span>,
  },
  {
    id: 'listing',
    header: 'Listing',
    phone: 'plain',
    cell: (lot) => <Listing lot={lot} auction={auction} own={own} />,
  },
  ...(vendors ? [{ id: 'vendor', header: 'Vendor', cell: vendorOf } satisfies Column<ClosedLot>] : []),
  { id: 'head', header: 'Head', align: 'end', phone: 'hidden', cell: ({ count }) => formatCount(count) },
  {
    id: 'age',
    header: 'Age',
    phone: 'hidden',
    cell: ({ publicDetails }) => publicDetails.summary.age,
  },
  {
    id: 'weight',
    header: 'Weight',
    phone: 'hidden',
    cell: (lot) => weightsOf(lot).map((weight) => <div key={weight}>{weight}</div>),
  },
  {
    id: 'result',
    header: 'Result',
    align: 'end',
    phone: 'plain',
    cell: (lot) => (
      <div className={classes.outcome}>
        <ResultTag result={lotResult(lot, paddle)} />
        <ClosedPrice lot={lot} kind={auction.kindData.type} />
        {own && hasOwnBid(lot) && <WhyButton auction={lot.auction} lot={lot} />}
      </div>
    ),
  },
  ...(own
    ? [
        {
          id: 'total',
          header: 'Total',
          align: 'end',
          cell: (lot) => totalOf(lot, paddle),
        } satisfies Column<ClosedLot>,
      ]
    : []),
];

/** Closed lots, a row each, under the sale's sections. Its headings repeat on every printed page. */
export function LotsTable({
  sections,
  caption,
  auction,
  paddle,
  own = false,
  vendors = false,
  detail,
}: Shown & { sections: readonly Section<ClosedLot>[]; caption: string }) {
  const columns = useMemo(
    () => columnsOf({ auction, paddle, own, vendors }),
    [auction, paddle, own, vendors],
  );
  return (
    <DataTable
      caption={caption}
      columns={columns}
      sections={sections}
      rowKey={({ _id }) => _id}
      detail={detail}
    />
  );
}
