import { Button } from '@mantine/core';
import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/app/paths.ts';
import { Dialog } from '@/components/dialog.tsx';
import { lotTitle } from '@/features/live-room/list/lot-words.ts';
import { orderPad } from '@/features/live-room/rules/order-pad.ts';
import type { RoomLot } from '@/features/live-room/rules/room-lot.ts';
import { outcomeOf } from '@/features/live-room/rules/standing.ts';
import { countOf, formatDollars, formatPriceWithUnit } from '@/lib/money.ts';
import classes from './closed-overlay.module.css';
import type { Room } from './use-room.ts';

/** The lots the viewer bought, each with its price and the way to its result. */
function Bought({ auction, lots }: { auction: PublicAuction; lots: readonly RoomLot[] }) {
  return (
    <ul className={classes.bought} aria-label="Lots you bought">
      {lots.map((lot) => (
        <li key={lot._id}>
          <Link to={paths.lotResult(auction, lot)}>
            Lot {lot.number}, {lotTitle(lot)}
          </Link>
          <span className="sy-number">{formatPriceWithUnit(lot.closedPrice, lot.bidding)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The sale is over: its number, what the viewer bought, and where the results are. */
export function ClosedOverlay({ room }: { room: Room }) {
  const [aside, setAside] = useState(false);
  const { auction, lots, viewer, me } = room;
  if (auction.state !== 'closed' || aside) return null;
  const won = lots.filter((lot) => outcomeOf(lot, viewer) === 'won');
  const pad = orderPad(won, viewer);
  return (
    <Dialog
      title={`AUCTION NO. ${auction.number} CLOSED`}
      onClose={() => setAside(true)}
      actions={
        <Button variant="default" onClick={() => setAside(true)}>
          Look at the lots
        </Button>
      }
    >
      {me && (
        <p>
          {won.length === 0 ? (
            'You bought nothing in this auction.'
          ) : (
            <>
              You bought {countOf(won.length, 'lot')}, {countOf(pad.head, 'head', 'head')}:{' '}
              <strong className="sy-number">
                {pad.estimated ? '≈ ' : ''}
                {formatDollars(pad.grossCents)}
              </strong>
            </>
          )}
        </p>
      )}
      {won.length > 0 && <Bought auction={auction} lots={won} />}
      <nav className={classes.links} aria-label="Results">
        <Link to={paths.auctionResults(auction)}>Whole auction results</Link>
        {me && <Link to={paths.myResults}>My results</Link>}
        <Link to={paths.upcoming}>Upcoming auctions</Link>
      </nav>
    </Dialog>
  );
}
