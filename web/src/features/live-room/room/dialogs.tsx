import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { BID_ERRORS, NOT_SIGNED_IN } from '@saleyard/contract/bid-errors.ts';
import { countOf, formatDollars, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { lotTitle } from '@/features/live-room/list/lot-marks.tsx';
import { outcomeOf, type RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { orderPad } from '@/features/live-room/rules/lots-shown.ts';
import { saveRedirect } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/choices.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import classes from './room.module.css';
import { useRoomSetting } from './room-context.tsx';
import { SupportLine } from './support-line.tsx';
import type { BidQuestion } from './use-bid-actions.ts';
import type { Room } from './use-room.ts';

/** A visitor wants to bid: they sign in or register first, and come back here. */
function SignInDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const go = (to: string) => {
    saveRedirect(`${location.pathname}${location.search}`);
    void navigate(to);
  };
  return (
    <Dialog
      title="Login or register"
      onClose={onClose}
      withCancel
      actions={
        <>
          <Button variant="default" onClick={() => go(paths.signUp)}>
            Register
          </Button>
          <Button onClick={() => go(paths.signIn)}>Login</Button>
        </>
      }
    >
      <p>{NOT_SIGNED_IN.message}</p>
    </Dialog>
  );
}

/** A bid waits for newer terms: they open beside the room, which stays. */
function TermsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Our Terms & Conditions were updated"
      onClose={onClose}
      withCancel
      actions={
        <Button
          component="a"
          href={paths.termsAccept}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          Read the terms
        </Button>
      }
    >
      <p>{BID_ERRORS['terms-not-accepted'].message}</p>
    </Dialog>
  );
}

/** What a bid stops the viewer for: to sign in, or to read why it was refused. */
export function BidDialogs({ question, onClose }: { question: BidQuestion | null; onClose: () => void }) {
  if (question === null) return null;
  if (question.kind === 'terms') return <TermsDialog onClose={onClose} />;
  if (question.kind === 'sign-in') return <SignInDialog onClose={onClose} />;
  return (
    <MessageDialog title="Bid error" message={question.message} onClose={onClose}>
      <SupportLine />
    </MessageDialog>
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  ['J', 'Next lot'],
  ['K', 'Previous lot'],
  ['1 to 4', 'Choose +1, +2, +5 or +10 increments'],
  ['Enter', 'Bid, then confirm'],
  ['Esc', 'Cancel a bid that waits for its confirmation'],
  ['W', 'Watch the lot, or stop watching'],
  ['M', 'Sound on or off'],
  ['?', 'This help'],
];

/** The room's keys, and the switch that turns them off. */
export function HelpDialog({
  on,
  setOn,
  onClose,
}: {
  on: boolean;
  setOn: (on: boolean) => void;
  onClose: () => void;
}) {
  const { kind } = useRoomSetting();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
      <dl className={classes.keys}>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use keyboard shortcuts in the live room"
        checked={on}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      {kind === 'sale' && (
        <p>
          New to bidding here? <Link to={paths.practice}>Try a practice sale</Link>, with nothing at stake.
        </p>
      )}
    </Dialog>
  );
}

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
