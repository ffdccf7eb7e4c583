import type { StaffLot } from '@saleyard/contract/lots.ts';
import { formatPrice } from '@saleyard/domain/presentation/amounts.ts';
import classes from './clerk.module.css';
import type { Console, Intent } from './keys.ts';

type Action = { intent: Intent; key: string; label: string; tone?: 'main' | 'end'; armed?: boolean };

/** Every action with its key, for hands on glass; the keys do the same. */
export function Actions({
  lot,
  console,
  sending,
  onAct,
}: {
  lot: StaffLot;
  console: Console;
  sending: boolean;
  onAct: (intent: Intent) => void;
}) {
  const open = lot.state === 'live' && lot.biddingOpen;
  const over = lot.withdrawn || lot.state === 'closed';
  const next = lot.nextBidCents === null ? '' : ` ${formatPrice(lot.nextBidCents, lot.bidding)}`;
  const armed = console.armed?.action;
  const actions: readonly Action[] = open
    ? [
        { intent: { kind: 'nextBid' }, key: 'Space', label: `Floor bid${next}`, tone: 'main' },
        { intent: { kind: 'floorBid' }, key: 'B', label: 'Floor bid typed', armed: armed === 'floorBid' },
        { intent: { kind: 'vendorBid' }, key: 'V', label: 'Vendor bid', armed: armed === 'vendorBid' },
        {
          intent: { kind: 'knockDown' },
          key: 'K',
          label: 'Knock down',
          tone: 'end',
          armed: armed === 'knockDown',
        },
        { intent: { kind: 'passIn' }, key: 'P', label: 'Pass in', tone: 'end', armed: armed === 'passIn' },
      ]
    : [{ intent: { kind: 'openLot' }, key: 'O', label: `Open Lot ${lot.number}`, tone: 'main' }];
  return (
    <div className={classes.actions}>
      {actions.map(({ intent, key, label, tone, armed: isArmed }) => (
        <button
          key={intent.kind}
          type="button"
          disabled={sending || over}
          data-tone={tone}
          data-armed={isArmed || undefined}
          // A press by mouse or finger leaves the focus alone, so that Space keeps meaning the next bid.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAct(intent)}
        >
          <span>{isArmed ? `${label}: press again` : label}</span>
          <kbd>{key}</kbd>
        </button>
      ))}
    </div>
  );
}

const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;

/** Digits for hands on glass. */
export function Pad({ onAct }: { onAct: (intent: Intent) => void }) {
  return (
    <fieldset className={classes.pad}>
      <legend className="sy-hidden">Amount</legend>
      {DIGITS.map((character) => (
        <button
          key={character}
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAct({ kind: 'type', character })}
        >
          {character}
        </button>
      ))}
      <button
        type="button"
        aria-label="Delete a digit"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onAct({ kind: 'erase' })}
      >
        ⌫
      </button>
    </fieldset>
  );
}
