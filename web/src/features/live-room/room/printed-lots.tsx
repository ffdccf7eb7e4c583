import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { PrintFrame } from '@/components/print.tsx';
import { lotFacts, lotPlace, lotTitle, priceLabel } from '@/features/live-room/list/lot-marks.tsx';
import { standingPrice } from '@/features/live-room/rules/bid-input.ts';
import { partOf, type RoomLot, resultMessage } from '@/features/live-room/rules/lot-state.ts';
import { formatPriceWithUnit } from '@/lib/money.ts';
import classes from './room.module.css';
import type { Room } from './use-room.ts';

let printing = false;

/** The paper is made right after `beforeprint`: what is to be on it has to be in the page by then. */
function watchPrinting(changed: () => void): () => void {
  const to = (next: boolean) => () => {
    printing = next;
    flushSync(changed);
  };
  const begin = to(true);
  const end = to(false);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    printing = false;
  };
}

const PARTS = {
  ...{ winning: 'Winning', losing: 'Losing', won: 'Won', lost: 'Lost', watching: 'Watching', none: '' },
} as const;

/** The lots of the tab on paper, all of them: the list on the screen holds only those in sight. */
export function PrintedLots({ room, lots }: { room: Room; lots: readonly RoomLot[] }) {
  const shown = useSyncExternalStore(watchPrinting, () => printing);
  if (!shown) return null;
  const { auction, viewer } = room;
  return (
    <div className={classes.paper}>
      <PrintFrame>
        <h1>
          Auction {auction.number} {auction.title}
        </h1>
        <table>
          <thead>
            <tr>
              {['Lot', 'Title', 'Location', 'Price', 'State', 'Yours'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => (
              <tr key={lot._id}>
                <td>{lot.number}</td>
                <td>
                  {lotTitle(lot)}
                  <br />
                  {lotFacts(lot).join(' · ')}
                </td>
                <td>{lotPlace(lot)}</td>
                <td className="sy-number">
                  {formatPriceWithUnit(standingPrice(lot), lot.bidding)}
                  <br />
                  <span className="sy-dim">{priceLabel(lot)}</span>
                </td>
                <td>{resultMessage(lot, viewer) ?? (lot.state === 'live' ? 'Live' : 'Upcoming')}</td>
                <td>{PARTS[partOf(lot, viewer)]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PrintFrame>
    </div>
  );
}
