import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { lotFacts, lotPlace, lotTitle, priceLabel } from '@/features/live-room/list/lot-marks.tsx';
import { standingPrice } from '@/features/live-room/rules/bid-input.ts';
import { partOf, type RoomLot, resultMessage } from '@/features/live-room/rules/lot-state.ts';
import { useIsPrinting } from '@/lib/printing.ts';
import { PrintFrame } from '@/ui/print.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import classes from './room.module.css';
import type { Room } from './use-room.ts';

const PARTS = {
  winning: 'Winning',
  losing: 'Losing',
  won: 'Won',
  lost: 'Lost',
  watching: 'Watching',
  none: '',
} as const;

const columnsFor = (viewer: Room['viewer']): readonly Column<RoomLot>[] => [
  { id: 'number', header: 'Lot', rowHeader: true, cell: ({ number }) => number },
  {
    id: 'title',
    header: 'Title',
    cell: (lot) => (
      <>
        {lotTitle(lot)}
        <br />
        {lotFacts(lot).join(' · ')}
      </>
    ),
  },
  { id: 'place', header: 'Location', cell: lotPlace },
  {
    id: 'price',
    header: 'Price',
    cell: (lot) => (
      <span className="sy-number">
        {formatPriceWithUnit(standingPrice(lot), lot.bidding)}
        <br />
        <span className="sy-dim">{priceLabel(lot)}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (lot) => resultMessage(lot, viewer) ?? (lot.state === 'live' ? 'Live' : 'Upcoming'),
  },
  { id: 'part', header: 'Yours', cell: (lot) => PARTS[partOf(lot, viewer)] },
];

/** The lots of the tab on paper, all of them: the list on the screen holds only those in sight. */
export function PrintedLots({ room, lots }: { room: Room; lots: readonly RoomLot[] }) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const { auction, viewer } = room;
  return (
    <div className={classes.paper}>
      <PrintFrame>
        <h1>
          Auction {auction.number} {auction.title}
        </h1>
        <DataTable
          caption="Lots of the sale"
          phone="table"
          columns={columnsFor(viewer)}
          rows={lots}
          rowKey={({ _id }) => _id}
        />
      </PrintFrame>
    </div>
  );
}
