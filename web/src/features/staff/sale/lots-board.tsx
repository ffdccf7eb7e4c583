import { ActionIcon } from '@mantine/core';
import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import type { StaffLot } from '@saleyard/contract/rest.ts';
import { IconDots } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { StateTag } from '@/components/state-tag.tsx';
import { formatTimeWithSeconds } from '@/lib/dates.ts';
import { formatCount, formatPriceWithUnit } from '@/lib/money.ts';
import { LotActions } from './lot-actions.tsx';
import { leaderWord, lotState, reserveWord } from './lot-words.ts';
import classes from './sale.module.css';
import type { ReasonedOrder } from './stops.ts';

const LotRow = memo(function LotRow({
  lot,
  auctionType,
  onActions,
}: {
  lot: StaffLot;
  auctionType: PublicAuction['auctionType'];
  onActions: ((lot: string) => void) | null;
}) {
  const { mood, word } = lotState(lot, auctionType);
  const over = lot.withdrawn || lot.state === 'closed';
  return (
    <tr data-over={over || undefined}>
      <th scope="row" className="sy-number">
        {lot.number}
      </th>
      <td className={classes.title}>
        {lot.publicDetails.title}
        <span className="sy-dim">{lot.vendorName}</span>
      </td>
      <td className={`sy-end sy-number ${classes.price}`}>
        {formatPriceWithUnit(lot.currentBidCents, lot.bidding)}
      </td>
      <td>
        <StateTag mood={mood}>{word}</StateTag>
      </td>
      <td>{over && lot.status === null ? '–' : reserveWord(lot)}</td>
      <td>{leaderWord(lot)}</td>
      <td className="sy-end sy-number">{formatPriceWithUnit(lot.reserveCents, lot.bidding)}</td>
      <td className="sy-end sy-number">{formatPriceWithUnit(lot.startPrice, lot.bidding)}</td>
      <td className="sy-end sy-number">{formatCount(lot.count)}</td>
      <td className="sy-end sy-number">
        {formatCount(lot.bidCount)}
        {lot.vendorBids > 0 && (
          <span className="sy-dim" title={`${lot.vendorBids} of ${lot.maxVendorBids} vendor bids`}>
            {' '}
            V{lot.vendorBids}
          </span>
        )}
      </td>
      <td className="sy-number">
        {lot.finishAt === null || over ? '–' : formatTimeWithSeconds(lot.finishAt)}
      </td>
      <td className="sy-no-print">
        {!over && onActions && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Actions on Lot ${lot.number}`}
            aria-haspopup="dialog"
            onClick={() => onActions(lot._id)}
          >
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
});

/** Every lot of a sale as staff see it: reserve, price, leader and state. */
export function LotsBoard({
  lots,
  auctionType,
  onAsk,
}: {
  lots: readonly StaffLot[];
  auctionType: PublicAuction['auctionType'];
  /** null: whoever looks may not act. */
  onAsk: ((order: ReasonedOrder) => void) | null;
}) {
  const [acting, setActing] = useState<string | null>(null);
  const acted = lots.find(({ _id }) => _id === acting);
  return (
    <div className="sy-panel sy-scroll">
      {acted && onAsk && <LotActions lot={acted} onAsk={onAsk} onClose={() => setActing(null)} />}
      <table className={`sy-table ${classes.board}`}>
        <thead>
          <tr>
            <th scope="col">Lot</th>
            <th scope="col">Title and vendor</th>
            <th scope="col" className="sy-end">
              Price
            </th>
            <th scope="col">State</th>
            <th scope="col">Market</th>
            <th scope="col">Leader</th>
            <th scope="col" className="sy-end">
              Reserve
            </th>
            <th scope="col" className="sy-end">
              Start
            </th>
            <th scope="col" className="sy-end">
              Head
            </th>
            <th scope="col" className="sy-end">
              Bids
            </th>
            <th scope="col">Finish</th>
            <th scope="col" className="sy-no-print">
              <span className="sy-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <LotRow key={lot._id} lot={lot} auctionType={auctionType} onActions={onAsk && setActing} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
