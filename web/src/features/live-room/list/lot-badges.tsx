import { statusBadges } from '@/features/live-room/rules/badges.ts';
import type { RoomLot, SaleClock } from '@/features/live-room/rules/room-lot.ts';
import { useNow } from '@/lib/use-now.ts';
import classes from './lot-marks.module.css';

/** A lot's status badges. */
export function LotBadges({ lot, auction }: { lot: RoomLot; auction: SaleClock }) {
  const badges = statusBadges(lot, auction, useNow());
  return (
    <>
      {badges.map(({ word, tone }) => (
        <span key={word} className={classes.badge} data-tone={tone}>
          {word}
        </span>
      ))}
    </>
  );
}
