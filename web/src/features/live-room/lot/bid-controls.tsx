import type { OwnBid } from '@saleyard/contract/bids.ts';
import {
  countOf,
  formatDollars,
  formatPrice,
  formatPriceWithUnit,
} from '@saleyard/domain/presentation/amounts.ts';
import { formatTimeWithSeconds } from '@saleyard/domain/presentation/dates.ts';
import { type FocusEvent, useId, useLayoutEffect, useRef } from 'react';
import {
  ICON_SIZES,
  ICON_STROKES,
  IconAlertTriangle,
  IconCircleCheck,
  IconHourglass,
  IconInfoCircle,
} from '@/config/icons.ts';
import { type RoomPreferences, useSpoken } from '@/features/live-room/room/room-context.tsx';
import { bidAmount, STEPS } from '@/features/live-room/rules/bid-input.ts';
import { bidLabel } from '@/features/live-room/rules/bid-labels.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import type { BidStep } from '@/lib/bidding/bid-machine.ts';
import { lotTotal } from '@/lib/lot-prices.ts';
import classes from './bid-controls.module.css';
import type { LotBid } from './use-lot-bid.ts';

/** The words of the specification for a leader's own raise. */
const AGAINST_YOURSELF = 'You are bidding against yourself, do you still want to register the bid ?';

/** What the whole lot would cost at `cents` per unit; per-kg lots by their weight, '' when unknown. */
function totalText(lot: RoomLot, cents: number): string {
  const total = lotTotal(cents, lot, lot.details);
  if (total === null) return '';
  return `${total.estimated ? 'about ' : ''}${formatDollars(total.cents)} for ${lot.count} head`;
}

type Confirming = Extract<BidStep, { step: 'confirming' }>;

/** The confirmation, in place of the button and never over the price. */
function ConfirmBid({ lot, bid, confirming }: { lot: RoomLot; bid: LotBid; confirming: Confirming }) {
  const price = formatPriceWithUnit(confirming.cents, lot.bidding);
  const question = useId();
  const own = confirming.reasons.includes('against-yourself');
  const unusual = confirming.reasons.includes('unusual');
  return (
    <fieldset className={classes.confirm} aria-label={`Confirm your bid of ${price}`}>
      <p className={classes.question} id={question}>
        {own && <span>{AGAINST_YOURSELF}</span>}
        {unusual && <span>This is an unusually large bid: {price}.</span>}
        {!own && !unusual && <span>{totalText(lot, confirming.cents) || `Bid ${price}?`}</span>}
      </p>
      <div className={classes.answers}>
        <button type="button" className={classes.cancel} onClick={bid.cancel}>
          Cancel
        </button>
        <button
          type="button"
          className={classes.bid}
          data-main
          aria-describedby={question}
          disabled={bid.gate.gate !== 'open'}
          onClick={bid.confirm}
        >
          {own ? 'Ok' : 'Confirm'} <span className={classes.named}>{price}</span>
        </button>
      </div>
      <p className={classes.total}>{own || unusual ? totalText(lot, confirming.cents) : ''}</p>
    </fieldset>
  );
}

/**
 * Keeps the focus among the bid's buttons when one of them makes way for another: it goes to the main one of those
 * that are there then. `shown` names which they are.
 */
function useKeptFocus(shown: string) {
  const area = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: buttons are replaced when `shown` changes.
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (inside.current && lost) area.current?.querySelector<HTMLElement>('[data-main]')?.focus();
  }, [shown]);
  const onFocus = () => {
    inside.current = true;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // Without a target the button itself may have gone, which is when the focus has to be kept.
    if (relatedTarget !== null && !area.current?.contains(relatedTarget)) inside.current = false;
  };
  return { ref: area, onFocus, onBlur };
}

type BidControlsProps = {
  lot: RoomLot;
  bid: LotBid;
  leading: boolean;
  /** Only the button: where there is no room for increments. */
  short?: boolean;
};

/** The increments and the one button that names its price, or the question in their place. */
export function BidControls({ lot, bid, leading, short = false }: BidControlsProps) {
  const current = bid.machine.bid;
  const confirming = current.step === 'confirming' && current.way === 'confirm' ? current : null;
  const focus = useKeptFocus(confirming ? 'question' : 'buttons');
  return (
    <div {...focus}>
      {confirming ? (
        <ConfirmBid lot={lot} bid={bid} confirming={confirming} />
      ) : (
        <BidButtons lot={lot} bid={bid} leading={leading} short={short} />
      )}
    </div>
  );
}

/** The longest price ("$9,999.00") of which four stand side by side on a phone, characters. */
const LONG_PRICE = 9;

function BidButtons({ lot, bid, leading, short }: BidControlsProps) {
  const { machine, gate, amount } = bid;
  const current = machine.bid;
  const armed = current.step === 'confirming';
  const sending = current.step === 'sending' || current.step === 'unknown';
  const shut = gate.gate === 'closed' || amount === null;
  const long = formatPrice(bidAmount(lot, 10) ?? 0, lot.bidding).length > LONG_PRICE;
  return (
    <div className={classes.controls}>
      {!short && (
        <fieldset className={classes.steps} disabled={shut || sending} data-long={long || undefined}>
          <legend className={classes.legend}>Increments above the current bid</legend>
          {STEPS.map((steps) => {
            const cents = bidAmount(lot, steps);
            return (
              <button
                key={steps}
                type="button"
                className={classes.step}
                aria-pressed={bid.steps === steps}
                onClick={() => bid.setSteps(steps)}
              >
                <span className={classes.plus}>+{steps}</span>
                <span className={classes.stepPrice}>
                  {cents === null ? '–' : formatPrice(cents, lot.bidding)}
                </span>
              </button>
            );
          })}
        </fieldset>
      )}
      <button
        type="button"
        className={classes.bid}
        data-main
        data-leading={leading || undefined}
        data-armed={armed || undefined}
        data-busy={sending || undefined}
        disabled={shut}
        aria-disabled={bid.busy || undefined}
        onClick={bid.press}
      >
        {sending ? (
          <>
            {current.step === 'sending' && current.spinner && (
              <span className={classes.spinner} aria-hidden="true" />
            )}
            {current.step === 'unknown' ? 'Checking' : 'Sending'}{' '}
            <span className={classes.named}>{formatPriceWithUnit(current.cents, lot.bidding)}</span>
          </>
        ) : (
          <>
            {armed ? 'Press again: bid' : 'Bid'}{' '}
            <span className={classes.named}>
              {amount === null ? '' : formatPriceWithUnit(amount, lot.bidding)}
            </span>
          </>
        )}
      </button>
      {!short && <p className={classes.total}>{amount !== null && !shut ? totalText(lot, amount) : ''}</p>}
    </div>
  );
}

const ICONS = {
  pending: IconHourglass,
  good: IconCircleCheck,
  bad: IconAlertTriangle,
  note: IconInfoCircle,
} as const;

/** What became of the viewer's last press on this lot, in words. */
export function BidStatus({
  lot: { _id },
  bid: { machine, shown },
  preferences: { confirmWay, unasked, setUnasked },
}: {
  lot: Pick<RoomLot, '_id'>;
  bid: LotBid;
  preferences: RoomPreferences;
}) {
  const label = bidLabel(machine.bid, shown);
  const isOnePress = confirmWay === 'one' || unasked.has(_id);
  const Icon = label ? ICONS[label.tone] : null;
  useSpoken(label ? [label.title, label.text].filter(Boolean).join('. ') : '', label?.tone === 'bad');
  return (
    <div>
      {label && Icon && (
        <div className={classes.status} data-tone={label.tone} data-testid="bid-status">
          <Icon size={ICON_SIZES.lg} stroke={ICON_STROKES.bold} aria-hidden="true" />
          <p>
            <strong>{label.title}</strong>
            {label.text && <span>{label.text}</span>}
          </p>
          {label.offersOnePress && !isOnePress && (
            <button type="button" className={classes.offer} onClick={() => setUnasked(_id, true)}>
              Bid by one press on this lot
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** The most of the viewer's bids shown on a lot, the newest first. */
const MOST_SHOWN = 6;

/** The person who placed a bid for the viewer. */
const PLACED_BY = {
  staff: 'placed by staff',
  floor: 'entered by the clerk',
  autoBid: 'by your auto-bid',
} as const satisfies Record<NonNullable<OwnBid['placedBy']>, string>;

/** The viewer's own bids on a lot. */
export function BidHistory({ lot, bids }: { lot: RoomLot; bids: readonly OwnBid[] }) {
  const own = bids.filter((bid) => bid.lot === lot._id).sort((a, b) => b.at - a.at);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="own-bids">
      <h3 id="own-bids" className={classes.title}>
        Your bids
      </h3>
      <ol className={classes.list}>
        {own.slice(0, MOST_SHOWN).map((bid) => (
          <li key={`${bid.at}-${bid.cents}`}>
            <span className="sy-number">{formatPriceWithUnit(bid.cents, lot.bidding)}</span>
            <span className="sy-dim sy-number">{formatTimeWithSeconds(bid.at)} Sydney</span>
            {bid.placedBy && <span className="sy-dim">{PLACED_BY[bid.placedBy]}</span>}
          </li>
        ))}
      </ol>
      {own.length > MOST_SHOWN && (
        <p className="sy-dim">and {countOf(own.length - MOST_SHOWN, 'earlier bid')}</p>
      )}
    </section>
  );
}
