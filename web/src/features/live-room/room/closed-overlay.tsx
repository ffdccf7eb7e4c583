import { Button } from '@mantine/core';
import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { Dialog } from '../../../components/dialog.tsx';
import { countOf, formatDollars } from '../../../lib/money.ts';
import { orderPad } from '../rules/order-pad.ts';
import { outcomeOf } from '../rules/standing.ts';
import classes from './closed-overlay.module.css';
import type { Room } from './use-room.ts';

const resultsOf = (auction: PublicAuction): string =>
  `/main/results/${encodeURIComponent(auction.kindData.title)}/${auction.searchNumber}`;

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
      <nav className={classes.links} aria-label="Results">
        <Link to={resultsOf(auction)}>Whole auction results</Link>
        {me && <Link to="/main/manage/my-results">My results</Link>}
        <Link to="/main/upcoming">Upcoming auctions</Link>
      </nav>
    </Dialog>
  );
}
