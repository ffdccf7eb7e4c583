import { IconClockPlus } from '@tabler/icons-react';
import { isFrozen, isPaused, type RoomLot, type SaleClock } from '@/features/live-room/rules/room-lot.ts';
import { isEnding, lotTimeLeft } from '@/features/live-room/rules/timer.ts';
import { formatCountdown } from '@/lib/dates.ts';
import { useNow } from '@/lib/use-now.ts';
import classes from './lot-marks.module.css';
import { useExtension } from './use-extension.ts';

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
  const synchronous = auction.auctionType === 'synchronous';
  const stopped = isFrozen(lot, auction) || isPaused(lot, auction);
  const extended = useExtension(synchronous ? auction.finishAt : lot.finishAt, stopped);
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
          <IconClockPlus size={large ? 18 : 14} aria-hidden="true" /> {large && 'Extended '}+{extended} s
        </span>
      )}
    </span>
  );
}
