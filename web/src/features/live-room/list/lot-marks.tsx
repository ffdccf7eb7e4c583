import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import type { Unit } from '@saleyard/domain/listing/stock.ts';
import {
  countOf,
  formatPrice,
  formatPriceWithUnit,
  speakPrice,
} from '@saleyard/domain/presentation/amounts.ts';
import { correctedText } from '@saleyard/domain/presentation/corrected.ts';
import { formatCountdown } from '@saleyard/domain/presentation/dates.ts';
import { useEffect, useRef, useState } from 'react';
import {
  ICON_SIZES,
  ICON_STROKES,
  IconClockPlus,
  IconEye,
  IconEyePlus,
  IconGavel,
  IconPhotoOff,
  IconTrendingDown,
  IconTrendingUp,
  IconX,
} from '@/config/icons.ts';
import { useRoomActions } from '@/features/live-room/room/room-context.tsx';
import { standingPrice } from '@/features/live-room/rules/bid-input.ts';
import {
  isClockStopped,
  isEnding,
  lotTimeLeft,
  type Part,
  type RoomLot,
  type SaleClock,
  statusBadges,
} from '@/features/live-room/rules/lot-state.ts';
import { type Turn, turnText } from '@/features/live-room/rules/lots-shown.ts';
import { monotonicNow, useNow } from '@/lib/clock.ts';
import { placeOf, titleOf } from '@/lib/labels.ts';
import { inSizes, Picture } from '@/ui/picture.tsx';
import classes from './lot-marks.module.css';

export const lotTitle = (lot: RoomLot): string => titleOf(lot.details, lot.count);

export const lotPlace = (lot: RoomLot): string => placeOf(lot.details);

/** The lot's weight in words: the curfew weight where there is one, else the average; '' when unknown. */
const lotWeight = (lot: RoomLot): string => {
  const weight = lot.details?.publicDetails.weight;
  if (!weight) return '';
  if (weight.curfew !== null) return `${weight.curfew} kg curfew`;
  return weight.average === null ? '' : `${weight.average} kg average`;
};

/** The head count, unless the title begins with it. */
const headText = (lot: RoomLot): string =>
  lotTitle(lot).startsWith(`${lot.count} `) ? '' : countOf(lot.count, 'head', 'head');

/** What a buyer looks at first, in order: head, age, weight, sex. */
export const lotFacts = (lot: RoomLot): string[] =>
  [
    headText(lot),
    lot.details?.publicDetails.summary.age ?? '',
    lotWeight(lot),
    lot.details?.publicDetails.sex ?? '',
  ].filter((fact) => fact !== '');

/** A lot in one sentence, for the button that selects it. */
export function lotSentence(lot: RoomLot, part: Part): string {
  const price = `${priceLabel(lot) === 'Start price' ? 'starts at' : 'at'} ${speakPrice(standingPrice(lot), lot.bidding)}`;
  return [
    `Lot ${lot.number}`,
    lotTitle(lot),
    countOf(lot.count, 'head', 'head'),
    price,
    part === 'none' ? '' : part,
  ]
    .filter((label) => label !== '')
    .join(', ');
}

/** A lot's status badges. */
export function LotBadges({ lot, auction }: { lot: RoomLot; auction: SaleClock }) {
  const badges = statusBadges(lot, auction, useNow());
  return (
    <>
      {badges.map(({ label, tone }) => (
        <span key={label} className={classes.badge} data-tone={tone}>
          {label}
        </span>
      ))}
    </>
  );
}

/** How long an extension is shown, ms. */
const SHOWN_MS = 6_000;

/**
 * Seconds by which a deadline (ms) has just been moved back by a bid, else null. A deadline moved because the
 * lot or the sale stood still (`stopped`) is no extension.
 */
export function useExtension(finishAt: number | null, stopped: boolean): number | null {
  const seen = useRef({ finishAt, stopped });
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = { finishAt, stopped };
    if (before.finishAt === null || finishAt === null || before.stopped || stopped) return;
    const moved = Math.round((finishAt - before.finishAt) / 1000);
    if (moved <= 0) return;
    setSeconds(moved);
    const past = setTimeout(() => setSeconds(null), SHOWN_MS);
    return () => clearTimeout(past);
  }, [finishAt, stopped]);
  return seconds;
}

/** Time left on a lot, and loudly how much a bid has just added. Nothing where no clock runs. */
export function LotClock({
  lot,
  auction,
  large = false,
}: {
  lot: RoomLot;
  auction: SaleClock;
  large?: boolean;
}) {
  const now = useNow();
  const { closesTogether } = AUCTION_TYPES[auction.auctionType];
  const stopped = isClockStopped(lot, auction);
  const extended = useExtension(closesTogether ? auction.finishAt : lot.finishAt, stopped);
  const left = lotTimeLeft(lot, auction, now);
  if (left === null) return null;
  return (
    <span
      className={classes.clock}
      data-ending={isEnding(lot, auction, now) || undefined}
      data-stopped={stopped || undefined}
      data-large={large || undefined}
    >
      <span className="sy-number">{formatCountdown(left)}</span>
      {extended !== null && (
        <span className={classes.extended}>
          <IconClockPlus size={large ? ICON_SIZES.md : ICON_SIZES.sm} aria-hidden="true" />{' '}
          {large && 'Extended '}+{extended} s
        </span>
      )}
    </span>
  );
}

/** How far off a lot of a sale that sells one after another is. */
export function LotTurn({ before, beginsAt }: Turn) {
  const now = useNow(5_000);
  return <span className={classes.turn}>{turnText({ before, beginsAt }, now)}</span>;
}

/** The most that the viewer's own auto-bid goes to. */
export function OwnMaximum({ cents, unit }: { cents: number; unit: Unit }) {
  return (
    <span className={classes.maximum}>
      Auto Bid <span className={`sy-number ${classes.own}`}>{formatPriceWithUnit(cents, unit)}</span>
    </span>
  );
}

/** A lot's first picture; a quiet panel with the lot's number when there is none or it can't be loaded. */
export function LotPicture({ lot }: { lot: RoomLot }) {
  const thumbnail = lot.details?.media[0]?.thumbnail;
  const none = <IconPhotoOff size={ICON_SIZES.xl} stroke={ICON_STROKES.thin} aria-hidden="true" />;
  return (
    <span className={classes.picture}>
      {thumbnail ? (
        <Picture
          {...inSizes(thumbnail, '20rem')}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          fallback={none}
        />
      ) : (
        none
      )}
    </span>
  );
}

/** A new bid flashes this long, ms: at most two flashes a second, at any pace of bids. */
const FLASH_MS = 500;
/** Its step stays shown, still, this long, ms. */
const RECENT_MS = 10_000;

/** Whether a price has just changed: `flash` for 500 ms, then `recent` for the rest of 10 s. First sight is silent. */
function useBidChange(cents: number | null): 'flash' | 'recent' | null {
  const seen = useRef(cents);
  const flashed = useRef(Number.NEGATIVE_INFINITY);
  const [change, setChange] = useState<'flash' | 'recent' | null>(null);
  useEffect(() => {
    if (seen.current === cents) return;
    seen.current = cents;
    const flashes = monotonicNow() - flashed.current >= FLASH_MS;
    if (flashes) flashed.current = monotonicNow();
    setChange(flashes ? 'flash' : 'recent');
    const calm = setTimeout(() => setChange('recent'), FLASH_MS);
    const past = setTimeout(() => setChange(null), RECENT_MS);
    return () => {
      clearTimeout(calm);
      clearTimeout(past);
    };
  }, [cents]);
  return change;
}

/** What the price is: the current bid, or where bidding starts; of a corrected lot, what it was knocked down as. */
export function priceLabel(lot: RoomLot): string {
  if ((lot.closedPrice ?? lot.currentBidCents) === null) return 'Start price';
  if (lot.corrected) return correctedText(lot);
  if (lot.status === 'soldAfterAuction') return 'Sold at';
  return lot.state === 'closed' ? 'Closing bid' : 'Current bid';
}

/**
 * A lot's price with its unit, under what it is. It flashes when it changes; the step it took stays beside its
 * label for a while. Nothing moves around it. Dimmed when stale.
 */
export function LotPrice({ lot, stale, large = false }: { lot: RoomLot; stale: boolean; large?: boolean }) {
  const change = useBidChange(lot.currentBidCents);
  const label = priceLabel(lot);
  const step =
    change !== null && lot.state !== 'closed' && lot.currentBidCents !== null && lot.previousBidCents !== null
      ? lot.currentBidCents - lot.previousBidCents
      : 0;
  return (
    <span className={classes.block} data-large={large || undefined} data-stale={stale || undefined}>
      <span className={classes.label} data-stands={label === 'Start price' ? 'start' : undefined}>
        {label}
        {step > 0 && <span className={classes.step}>+{formatPrice(step, lot.bidding)}</span>}
      </span>
      <span className={classes.price}>
        <span className={classes.amount} data-amount data-change={change ?? undefined}>
          {formatPrice(standingPrice(lot), lot.bidding)}
        </span>
        <span className={classes.unit}>/{lot.bidding}</span>
      </span>
    </span>
  );
}

const MARKS = {
  winning: { label: 'Winning', Icon: IconTrendingUp },
  losing: { label: 'Losing', Icon: IconTrendingDown },
  won: { label: 'Won', Icon: IconGavel },
  lost: { label: 'Lost', Icon: IconX },
  watching: { label: 'Watching', Icon: IconEye },
} as const;

/** The viewer's part in a lot: an icon, a word and a shape of its own, so that none rests on colour alone. */
export function StandingMark({ part, large = false }: { part: Part; large?: boolean }) {
  if (part === 'none') return null;
  const { label, Icon } = MARKS[part];
  return (
    <span className={classes.standing} data-part={part} data-large={large || undefined}>
      <Icon size={large ? ICON_SIZES.lg : ICON_SIZES.sm} stroke={ICON_STROKES.bold} aria-hidden="true" />
      {label}
    </span>
  );
}

/** Watch, or Watching. `compact`: the icon alone, with its word for screen readers. */
export function WatchButton({
  lot,
  number,
  watching,
  compact = false,
}: {
  lot: string;
  number: string;
  watching: boolean;
  compact?: boolean;
}) {
  const { watch } = useRoomActions();
  const Icon = watching ? IconEye : IconEyePlus;
  const label = watching ? 'Watching' : 'Watch';
  return (
    <button
      type="button"
      className={classes.watch}
      data-compact={compact || undefined}
      aria-pressed={watching}
      aria-label={`${label} Lot ${number}`}
      title={compact ? label : undefined}
      onClick={() => watch(lot, !watching)}
    >
      <Icon size={compact ? ICON_SIZES.md : ICON_SIZES.lg} aria-hidden="true" />
      {!compact && label}
    </button>
  );
}
