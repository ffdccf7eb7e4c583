import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatCount, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { formatTimeWithSeconds } from '@saleyard/domain/presentation/dates.ts';
import { useMemo, useState } from 'react';
import { ICON_SIZES, IconDots } from '@/config/icons.ts';
import { IconButton } from '@/ui/button.tsx';
import { Empty } from '@/ui/page.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { StateTag } from '@/ui/tag.tsx';
import { CorrectSaleDialog } from './correct-sale.tsx';
import { isCorrectable, knockedDownText, proposalText } from './corrections.ts';
import { LotActions, type LotDialog } from './lot-actions.tsx';
import { leaderLabel, lotState, reserveLabel } from './lot-labels.ts';
import { PhoneBidDialog } from './phone-bid.tsx';
import type { ReasonedOrder } from './reasoned-orders.tsx';
import classes from './sale.module.css';
import { SoldAfterDialog } from './sold-after.tsx';
import { VendorBidDialog } from './vendor-bid.tsx';

const isOver = (lot: StaffLot): boolean => lot.withdrawn || lot.state === 'closed';

/** What was bid, or what it was sold at after the sale or by a correction. */
const priceCents = ({ status, corrected, closedPrice, currentBidCents }: StaffLot): number | null =>
  status === 'soldAfterAuction' || corrected !== undefined ? closedPrice : currentBidCents;

/** A price with its unit; null where there is none. */
const price = (cents: number | null, { bidding }: StaffLot): string | null =>
  cents === null ? null : formatPriceWithUnit(cents, bidding);

/** Prices of the two units do not compare: those per head stand before those per kg. */
const priceOrder = (cents: number | null, { bidding }: StaffLot): number | null =>
  cents === null ? null : cents + (bidding === 'kg' ? Number.MAX_SAFE_INTEGER / 2 : 0);

function columnsOf(
  auctionType: PublicAuction['auctionType'],
  isClosed: boolean,
  onActions: ((lot: string) => void) | null,
): Column<StaffLot>[] {
  const columns: Column<StaffLot>[] = [
    {
      id: 'lot',
      header: 'Lot',
      rowHeader: true,
      phone: 'title',
      cell: ({ number }) => <span className="sy-number">{number}</span>,
      sortBy: ({ number }) => number,
    },
    {
      id: 'title',
      header: 'Title and vendor',
      phone: 'plain',
      cell: (lot) => (
        <div className={classes.title}>
          {lot.publicDetails.title}
          <span className="sy-dim">{lot.vendorName}</span>
        </div>
      ),
      sortBy: ({ publicDetails }) => publicDetails.title,
    },
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      cell: (lot) => price(priceCents(lot), lot) && <b>{price(priceCents(lot), lot)}</b>,
      sortBy: (lot) => priceOrder(priceCents(lot), lot),
    },
    {
      id: 'state',
      header: 'State',
      cell: (lot) => {
        const { mood, label } = lotState(lot, auctionType);
        const notes = [knockedDownText(lot), proposalText(lot)].filter((note) => note !== null);
        return (
          <div className={classes.state}>
            <StateTag mood={mood}>{label}</StateTag>
            {notes.map((note) => (
              <span key={note} className="sy-dim">
                {note}
              </span>
            ))}
          </div>
        );
      },
      sortBy: (lot) => lotState(lot, auctionType).label,
    },
    {
      id: 'market',
      header: 'Market',
      cell: (lot) => !(isOver(lot) && lot.status === null) && reserveLabel(lot),
      sortBy: reserveLabel,
    },
    {
      id: 'leader',
      header: 'Leader',
      cell: (lot) => leaderLabel(lot) || null,
      sortBy: (lot) => leaderLabel(lot) || null,
    },
    {
      id: 'reserve',
      header: 'Reserve',
      align: 'end',
      cell: (lot) => price(lot.reserveCents, lot),
      sortBy: (lot) => priceOrder(lot.reserveCents, lot),
    },
    {
      id: 'start',
      header: 'Start',
      align: 'end',
      phone: 'hidden',
      cell: (lot) => formatPriceWithUnit(lot.startPrice, lot.bidding),
      sortBy: (lot) => priceOrder(lot.startPrice, lot),
    },
    {
      id: 'head',
      header: 'Head',
      align: 'end',
      cell: ({ count }) => formatCount(count),
      sortBy: ({ count }) => count,
    },
    {
      id: 'bids',
      header: 'Bids',
      align: 'end',
      cell: (lot) => (
        <span>
          {formatCount(lot.bidCount)}
          {lot.vendorBids > 0 && (
            <span className="sy-dim" title={`${lot.vendorBids} of ${lot.maxVendorBids} vendor bids`}>
              {' '}
              V{lot.vendorBids}
            </span>
          )}
        </span>
      ),
      sortBy: ({ bidCount }) => bidCount,
    },
    {
      id: 'finish',
      header: 'Finish',
      cell: (lot) =>
        lot.finishAt !== null &&
        !isOver(lot) && <span className="sy-number">{formatTimeWithSeconds(lot.finishAt)}</span>,
      sortBy: (lot) => (isOver(lot) ? null : lot.finishAt),
    },
  ];
  if (onActions === null) return columns;
  const actions: Column<StaffLot> = {
    id: 'actions',
    header: 'Actions',
    actions: true,
    cell: (lot) =>
      (!isOver(lot) || isCorrectable(lot) || (lot.withdrawn && !isClosed)) && (
        <IconButton
          aria-label={`Actions on Lot ${lot.number}`}
          aria-haspopup="dialog"
          onClick={() => onActions(lot._id)}
        >
          <IconDots size={ICON_SIZES.md} aria-hidden="true" />
        </IconButton>
      ),
  };
  return [...columns, actions];
}

/** The lots of a sale that match a filter as staff see them: reserve, price, leader and state. */
export function LotsBoard({
  lots,
  matching,
  auction,
  onAsk,
}: {
  /** All of the sale: a dialog stays open when its lot no longer matches. */
  lots: readonly StaffLot[];
  matching: readonly StaffLot[];
  auction: Pick<PublicAuction, '_id' | 'auctionType' | 'state'>;
  /** null: the viewer may not act. */
  onAsk: ((order: ReasonedOrder) => void) | null;
}) {
  const [acting, setActing] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ is: LotDialog; lot: string } | null>(null);
  const acted = lots.find(({ _id }) => _id === acting);
  const mayAct = onAsk !== null;
  const { auctionType } = auction;
  const isClosed = auction.state === 'closed';
  const shown = dialog && lots.find(({ _id }) => _id === dialog.lot);
  const close = () => setDialog(null);
  const columns = useMemo(
    () => columnsOf(auctionType, isClosed, mayAct ? setActing : null),
    [auctionType, isClosed, mayAct],
  );
  return (
    <>
      {acted && onAsk && (
        <LotActions
          lot={acted}
          auction={auction}
          onAsk={onAsk}
          onShow={(is) => setDialog({ is, lot: acted._id })}
          onClose={() => setActing(null)}
        />
      )}
      {shown && dialog?.is === 'sellAfter' && (
        <SoldAfterDialog auction={auction._id} lot={shown} onClose={close} />
      )}
      {shown && dialog?.is === 'phoneBid' && (
        <PhoneBidDialog auction={auction._id} lot={shown} onClose={close} />
      )}
      {shown && dialog?.is === 'vendorBid' && (
        <VendorBidDialog auction={auction._id} lot={shown} onClose={close} />
      )}
      {shown && dialog?.is === 'correct' && (
        <CorrectSaleDialog
          auction={auction._id}
          lot={shown}
          byClerk={AUCTION_TYPES[auctionType].byClerk}
          onClose={close}
        />
      )}
      <DataTable
        caption="Lots"
        columns={columns}
        rows={matching}
        rowKey={({ _id }) => _id}
        mark={(lot) => (isOver(lot) ? 'over' : undefined)}
        empty={<Empty title="No lot matches" />}
      />
    </>
  );
}
