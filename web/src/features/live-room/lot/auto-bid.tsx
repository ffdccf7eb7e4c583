import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { OwnAutoBid } from '@saleyard/contract/bids.ts';
import type { Unit } from '@saleyard/domain/listing/stock.ts';
import { countOf, formatDollars, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { type FormEvent, memo, useEffect, useId, useState } from 'react';
import { useSetAutoBid, useStopAutoBid } from '@/features/live-room/api/auto-bids.ts';
import { useBidActions, useSpoken } from '@/features/live-room/room/room-context.tsx';
import { SupportLine } from '@/features/live-room/room/support-line.tsx';
import {
  autoBidClosed,
  autoBidOpens,
  type BidGate,
  checkAutoBid,
  checkMaximum,
  type GateReason,
  standingPrice,
  textMessage,
} from '@/features/live-room/rules/bid-input.ts';
import { wasRejected } from '@/features/live-room/rules/bid-labels.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { isUnusualMaximum, timesOf } from '@/lib/bidding/bid-machine.ts';
import { lotTotal } from '@/lib/lot-prices.ts';
import type { Connection } from '@/lib/realtime/realtime.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import classes from './auto-bid.module.css';

/** What closes the bid buttons and leaves auto-bids open, if the lot takes them. */
const PASSING = new Set<GateReason>(['auto-bids-only', 'not-open', 'upcoming', 'waiting', 'no-bids']);

/** Whether an auto-bid can be set now; else why not, in words that the bid buttons do not say already (or ''). */
function closedReason(
  lot: RoomLot,
  auction: PublicAuction,
  gate: BidGate,
  connection: Connection,
): string | null {
  if (connection.state === 'Offline') return 'No Network Available';
  if (connection.stale) return 'Prices may be out of date. Auto-bids can be set when the connection is back.';
  if (gate.gate === 'closed' && !PASSING.has(gate.reason)) return '';
  const closed = autoBidClosed(lot, auction);
  if (closed === null) return null;
  const said = gate.gate === 'closed' && gate.message === closed;
  return [said ? '' : closed, autoBidOpens(lot, auction) ?? ''].filter((words) => words !== '').join('. ');
}

/** Whether another has bid so much that this maximum bids no more, also where no push said so yet. */
const isOutbid = (lot: RoomLot, cents: number, leading: boolean): boolean =>
  lot.state === 'live' && !leading && lot.currentBidCents !== null && lot.currentBidCents >= cents;

/** It may be stopped: that is not shown as a failure. */
const isUnknown = (error: Error): boolean => error instanceof ApiError && error.code === 'unknown';

/** Why an auto-bid was not set. What was only turned away says so first; `support`: what to do is said beneath. */
const failureText = (error: Error): { title: string; message: string } => {
  const { title, message } = errorTextOf(error);
  if (!(error instanceof ApiError)) return { title, message };
  // Without an answer the specification names support instead: it can still place the bid.
  if (error.code === 'no-connection') return { title, message: '' };
  return { title: wasRejected(error.code) ? 'Your Auto Bid was not set' : title, message };
};

/** What a maximum comes to: the whole lot's cost, and how far above the price it is. */
function MaximumFacts({ lot, cents }: { lot: RoomLot; cents: number }) {
  const total = lotTotal(cents, lot, lot.details);
  const price = standingPrice(lot);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>For {countOf(lot.count, 'head', 'head')}</dt>
        <dd className="sy-number">
          {total === null
            ? 'weight not known'
            : `${total.estimated ? '≈ ' : ''}${formatDollars(total.cents)}`}
        </dd>
      </div>
      <div>
        <dt>Above the {lot.currentBidCents === null ? 'start price' : 'current bid'}</dt>
        <dd className="sy-number">{formatPriceWithUnit(cents - price, lot.bidding)}</dd>
      </div>
    </dl>
  );
}

type Asking =
  | { kind: 'set' | 'unusual'; cents: number }
  | { kind: 'error'; title: string; message: string }
  | null;

/** Lets a person confirm a maximum before it is set, and once more when it may have a digit too many. */
function Question({
  lot,
  auction,
  asking: { kind, cents },
  onCancel,
  onAgree,
}: {
  lot: RoomLot;
  auction: PublicAuction;
  asking: { kind: 'set' | 'unusual'; cents: number };
  onCancel: () => void;
  onAgree: () => void;
}) {
  const amount = formatPriceWithUnit(cents, lot.bidding);
  // The price goes on while the question stands: what it no longer exceeds can't be agreed to.
  const checked = checkMaximum(cents, lot, auction);
  const unusual = kind === 'unusual';
  return (
    <Dialog
      key={kind}
      title="Auto Bid"
      onClose={onCancel}
      actions={
        <>
          <Button variant="default" onClick={onCancel} data-autofocus={unusual || undefined}>
            Cancel
          </Button>
          <Button
            disabled={checked.outcome === 'invalid'}
            data-autofocus={unusual ? undefined : true}
            // A key that is held down from the field must not answer the question that it opened.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={onAgree}
          >
            {unusual ? `OK, up to ${amount}` : 'OK'}
          </Button>
        </>
      }
    >
      {!unusual && <p>Are you sure you want to set Auto Bid?</p>}
      {unusual && (
        <p className={classes.unusual}>
          {amount} is {timesOf(cents, standingPrice(lot))} times the{' '}
          {lot.currentBidCents === null ? 'start price' : 'current bid'}. Is this what you mean?
        </p>
      )}
      <p className={classes.named}>
        Lot {lot.number}: up to {amount}
      </p>
      <MaximumFacts lot={lot} cents={cents} />
      {checked.outcome === 'invalid' && <p className={classes.unusual}>{checked.message}</p>}
    </Dialog>
  );
}

/** What was last done, as long as it holds. */
type Done = { kind: 'set'; cents: number } | { kind: 'stopped' } | null;

/** What became of the viewer's auto-bid: only one that bids for them is good news. */
type News = { text: string; tone: 'good' | 'note' | 'bad' };

const NO_NEWS: News = { text: '', tone: 'note' };

function newsOf(done: Done, autoBid: OwnAutoBid | null, outbid: boolean, unit: Unit): News {
  if (outbid && autoBid !== null)
    return {
      text: `Your Auto Bid of ${formatPriceWithUnit(autoBid.cents, unit)} has been outbid.`,
      tone: 'bad',
    };
  // Stopped anywhere, or here, where no push has come yet.
  if (autoBid?.stopped === true || (done?.kind === 'stopped' && autoBid?.active !== true))
    return { text: 'Your Auto Bid was stopped', tone: 'note' };
  if (done?.kind !== 'set' || autoBid?.active !== true || autoBid.cents !== done.cents) return NO_NEWS;
  return { text: `Your Auto Bid was set to ${formatPriceWithUnit(done.cents, unit)}`, tone: 'good' };
}

/** Sets, changes and stops the viewer's auto-bid on a lot. */
export const AutoBid = memo(function AutoBid({
  lot,
  auction,
  autoBid,
  leading,
  gate,
}: {
  lot: RoomLot;
  auction: PublicAuction;
  autoBid: OwnAutoBid | null;
  /** The viewer leads the lot. */
  leading: boolean;
  gate: BidGate;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<Done>(null);
  const [notStopped, setNotStopped] = useState('');
  const [asking, setAsking] = useState<Asking>(null);
  const set = useSetAutoBid(auction._id);
  const stop = useStopAutoBid(auction._id);
  const { askToSignIn, hold } = useBidActions();
  const typing = text !== '' || asking !== null;
  useEffect(() => {
    hold(typing);
    return () => hold(false);
  }, [hold, typing]);
  const outbid = autoBid !== null && autoBid.stopped !== true && isOutbid(lot, autoBid.cents, leading);
  const bids = autoBid?.active === true && !outbid;
  const closed = closedReason(lot, auction, gate, useConnection());
  const perUnit = (cents: number) => formatPriceWithUnit(cents, lot.bidding);

  const news = newsOf(done, autoBid, outbid, lot.bidding);
  useSpoken(done === null ? '' : news.text);
  // There is nothing left to stop once it bids no more, however it ended.
  const problem = bids ? notStopped : '';
  useSpoken(problem, true);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(null);
    if (gate.gate === 'sign-in') return askToSignIn();
    const checked = checkAutoBid(text, lot, auction);
    setMessage(checked.outcome === 'invalid' ? checked.message : null);
    if (checked.outcome === 'valid') setAsking({ kind: 'set', cents: checked.cents });
  };
  const agree = (kind: 'set' | 'unusual', cents: number) => {
    if (kind === 'set' && isUnusualMaximum(cents, standingPrice(lot)))
      return setAsking({ kind: 'unusual', cents });
    setAsking(null);
    if (closed !== null) return setMessage(closed);
    set.mutate(
      { lot: lot._id, cents, seenCents: lot.currentBidCents },
      {
        onSuccess: () => {
          setText('');
          setMessage(null);
          setNotStopped('');
          setDone({ kind: 'set', cents });
        },
        onError: (error) => setAsking({ kind: 'error', ...failureText(error) }),
      },
    );
  };
  const halt = () => {
    setDone(null);
    setMessage(null);
    setNotStopped('');
    stop.mutate(lot._id, {
      onSuccess: () => setDone({ kind: 'stopped' }),
      onError: (error) => setNotStopped(isUnknown(error) ? error.message : 'Could not stop Auto Bid'),
    });
  };

  return (
    <section className={classes.auto} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={classes.title}>
        Auto Bid
      </h3>
      {bids && (
        <p className={classes.active}>
          <span>
            Bids for you up to <strong className="sy-number">{perUnit(autoBid.cents)}</strong>
            {autoBid.placedBy && ', placed by staff'}
          </span>
          <Button variant="default" size="compact-md" loading={stop.isPending} onClick={halt}>
            Stop
          </Button>
        </p>
      )}
      {problem !== '' && <p className={classes.unusual}>{problem}</p>}
      <form className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.field}>
          {lot.bidding === 'head' && (
            <span className={classes.sign} aria-hidden="true">
              $
            </span>
          )}
          <input
            aria-label={`Auto-bid, ${lot.bidding === 'head' ? 'dollars per head' : 'cents per kg'}`}
            aria-invalid={message !== null}
            aria-describedby={message === null ? undefined : `${id}-problem`}
            data-sign={lot.bidding === 'head' || undefined}
            placeholder={bids ? 'New maximum' : 'Your maximum'}
            inputMode={lot.bidding === 'head' ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={text}
            disabled={closed !== null}
            onChange={({ currentTarget: { value } }) => {
              // What was typed stays as it is: a character that is left out silently makes another amount.
              setText(value);
              setMessage(textMessage(value, lot.bidding));
            }}
          />
          <span className={classes.unit} aria-hidden="true">
            {lot.bidding === 'head' ? '/head' : '¢/kg'}
          </span>
          {message !== null && (
            <p id={`${id}-problem`} className={classes.problem}>
              {message}
            </p>
          )}
        </div>
        <Button type="submit" variant="default" disabled={closed !== null} loading={set.isPending}>
          {bids ? 'Change Auto Bid' : 'Set Auto Bid'}
        </Button>
      </form>
      {closed !== null && closed !== '' && <p className={classes.note}>{closed}</p>}
      <p className={classes.news} data-tone={news.tone}>
        {news.text}
      </p>
      {(asking?.kind === 'set' || asking?.kind === 'unusual') && (
        <Question
          lot={lot}
          auction={auction}
          asking={asking}
          onCancel={() => setAsking(null)}
          onAgree={() => agree(asking.kind, asking.cents)}
        />
      )}
      {asking?.kind === 'error' && (
        <MessageDialog {...asking} onClose={() => setAsking(null)}>
          <SupportLine />
        </MessageDialog>
      )}
    </section>
  );
});
