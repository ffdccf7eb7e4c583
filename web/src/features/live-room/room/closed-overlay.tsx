import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { countOf, formatDollars, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { lotTitle } from '@/features/live-room/list/lot-marks.tsx';
import { outcomeOf, type RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { orderPad } from '@/features/live-room/rules/lots-shown.ts';
import { saveRedirect } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import classes from './room.module.css';
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
  if (aside) return null;
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
      {/* The focus goes here, and to no link: a key that was meant for a bid must not lead out of the room. */}
      <div tabIndex={-1} data-autofocus>
        {!me && <p>Results are shown to people who are logged in.</p>}
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
      </div>
      <nav className={classes.links} aria-label="Results">
        {me ? (
          <>
            <Link to={paths.auctionResults(auction)}>Whole auction results</Link>
            <Link to={paths.myResults}>My results</Link>
            <Link to={paths.upcoming}>Upcoming auctions</Link>
          </>
        ) : (
          <>
            <Link to={paths.signIn} onClick={() => saveRedirect(paths.auctionResults(auction))}>
              Login for the whole auction results
            </Link>
            <Link to={paths.signUp}>Register</Link>
            <Link to={paths.contactUs}>Contact Us</Link>
          </>
        )}
      </nav>
    </Dialog>
  );
}
