import { Button, TextInput } from '@mantine/core';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { OwnAutoBid } from '@saleyard/contract/bids.ts';
import { type FormEvent, useId, useState } from 'react';
import { Dialog, MessageDialog } from '@/components/dialog.tsx';
import { useSetAutoBid, useStopAutoBid } from '@/features/live-room/api/auto-bids.ts';
import {
  acceptsText,
  type BidGate,
  checkAutoBid,
  standingPrice,
} from '@/features/live-room/rules/bid-input.ts';
import { wasRejected } from '@/features/live-room/rules/bid-labels.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { isUnusualMaximum } from '@/lib/bidding/bid-machine.ts';
import { formatDollars, formatPriceWithUnit, lotTotal } from '@/lib/money.ts';
import type { Connection } from '@/lib/realtime/realtime.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import classes from './auto-bid.module.css';

/** Why an auto-bid can't be set now whoever asks, or null: what closes the bid buttons does not always close it. */
function shutBy(gate: BidGate, connection: Connection): string | null {
  if (connection.state === 'Offline') return 'No Network Available';
  if (connection.stale) return 'Prices may be out of date. Auto-bids can be set when the connection is back.';
  if (gate.gate !== 'closed') return null;
  const passing = ['auto-bids-only', 'upcoming', 'waiting', 'no-bids'];
  return passing.includes(gate.reason) ? null : gate.message;
}

/** It may be stopped: that is not to be told as a failure. */
const isUnknown = (error: Error): boolean => error instanceof ApiError && error.code === 'unknown';

/** Why an auto-bid was not set. What was only turned away says so first. */
const failureText = (error: Error): { title: string; message: string } =>
  error instanceof ApiError && wasRejected(error.code)
    ? { title: 'Your Auto Bid was not set', message: errorTextOf(error).message }
    : errorTextOf(error);

/** The question about a maximum that may have a digit too many: what it is far above, and what it may cost. */
function UnusualMaximum({ lot, cents }: { lot: RoomLot; cents: number }) {
  const total = lotTotal(cents, lot, lot.details);
  return (
    <p role="alert" className={classes.unusual}>
      This is an unusually large maximum: the price is {formatPriceWithUnit(standingPrice(lot), lot.bidding)}.
      {total && ` The lot may cost you ${total.estimated ? 'about ' : ''}${formatDollars(total.cents)}.`}
    </p>
  );
}

type Asking = { kind: 'set'; cents: number } | { kind: 'error'; title: string; message: string } | null;

/** Sets, changes and stops the viewer's auto-bid on a lot. */
export function AutoBid({
  lot,
  auction,
  autoBid,
  gate,
  askToSignIn,
}: {
  lot: RoomLot;
  auction: PublicAuction;
  autoBid: OwnAutoBid | null;
  gate: BidGate;
  askToSignIn: () => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const set = useSetAutoBid(auction._id);
  const stop = useStopAutoBid(auction._id);
  const active = autoBid?.active === true;
  const shut = shutBy(gate, useConnection());
  const isUnusual = (cents: number) => isUnusualMaximum(cents, standingPrice(lot));
  const perUnit = (cents: number) => formatPriceWithUnit(cents, lot.bidding);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(null);
    if (gate.gate === 'sign-in') return askToSignIn();
    const checked = checkAutoBid(text, lot, auction);
    setMessage(checked.outcome === 'invalid' ? checked.message : null);
    if (checked.outcome === 'valid') setAsking({ kind: 'set', cents: checked.cents });
  };
  const agree = (cents: number) => {
    setAsking(null);
    if (shut !== null) return setMessage(shut);
    set.mutate(
      { lot: lot._id, cents },
      {
        onSuccess: () => {
          setText('');
          setDone(`Your Auto Bid was set to ${perUnit(cents)}`);
        },
        onError: (error) => setAsking({ kind: 'error', ...failureText(error) }),
      },
    );
  };
  const halt = () => {
    setDone(null);
    stop.mutate(lot._id, {
      onError: (error) => setMessage(isUnknown(error) ? error.message : 'Could not stop Auto Bid'),
    });
  };

  return (
    <section className={classes.auto} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={classes.title}>
        Auto-bid
      </h3>
      {active && autoBid && (
        <p className={classes.active}>
          <span>
            Bids for you up to <strong className="sy-number">{perUnit(autoBid.cents)}</strong>
          </span>
          <Button
            variant="default"
            size="compact-md"
            className={classes.stop}
            loading={stop.isPending}
            onClick={halt}
          >
            Stop
          </Button>
        </p>
      )}
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          aria-label={`Auto-bid, ${lot.bidding === 'head' ? 'dollars per head' : 'cents per kg'}`}
          placeholder={active ? 'New maximum' : 'Your maximum'}
          inputMode={lot.bidding === 'head' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={text}
          disabled={shut !== null}
          leftSection={lot.bidding === 'head' ? '$' : undefined}
          rightSection={<span className={classes.unit}>{lot.bidding === 'head' ? '/head' : '¢/kg'}</span>}
          rightSectionWidth={52}
          error={message}
          onChange={({ currentTarget: { value } }) => {
            if (acceptsText(value, lot.bidding)) setText(value);
            setMessage(null);
          }}
        />
        <Button type="submit" variant="default" disabled={shut !== null} loading={set.isPending}>
          {active ? 'Change Auto Bid' : 'Set Auto Bid'}
        </Button>
      </form>
      {shut !== null && gate.gate !== 'closed' && <p className={classes.note}>{shut}</p>}
      <p className={classes.done} role="status">
        {done}
      </p>
      {asking?.kind === 'set' && (
        <Dialog
          title="Auto Bid"
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button variant="default" onClick={() => setAsking(null)}>
                Cancel
              </Button>
              <Button onClick={() => agree(asking.cents)}>
                {isUnusual(asking.cents) ? `OK, up to ${perUnit(asking.cents)}` : 'OK'}
              </Button>
            </>
          }
        >
          <p>Are you sure you want to set Auto Bid?</p>
          <p className={classes.named}>
            Lot {lot.number}: up to {perUnit(asking.cents)}
          </p>
          {isUnusual(asking.cents) && <UnusualMaximum lot={lot} cents={asking.cents} />}
        </Dialog>
      )}
      {asking?.kind === 'error' && <MessageDialog {...asking} onClose={() => setAsking(null)} />}
    </section>
  );
}
