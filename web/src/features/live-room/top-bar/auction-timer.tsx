import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import { IconClock, IconLock, IconPlayerPause, IconPlayerRecord, IconSnowflake } from '@tabler/icons-react';
import { useExtension } from '@/features/live-room/list/use-extension.ts';
import { auctionTimer, type TimerColour } from '@/features/live-room/rules/timer.ts';
import { useNow } from '@/lib/use-now.ts';
import classes from './top-bar.module.css';

const ICONS: Readonly<Record<TimerColour, typeof IconClock>> = {
  amber: IconClock,
  green: IconPlayerRecord,
  red: IconSnowflake,
  white: IconPlayerPause,
  grey: IconLock,
};

/** The sale's timer: its label, its time, and loudly what a bid has just added to it. */
export function AuctionTimer({ auction }: { auction: PublicAuction }) {
  const { label, value, colour } = auctionTimer(auction, useNow());
  const stopped = auction.frozenTime !== null || auction.pausedTime !== null;
  const extended = useExtension(auction.finishAt, stopped);
  const Icon = ICONS[colour];
  return (
    <div className={classes.timer} data-colour={colour} role="timer" aria-label={`${label} ${value ?? ''}`}>
      <Icon size={20} stroke={2.4} aria-hidden="true" />
      <span className={classes.timerLabel}>{label}</span>
      {value !== null && <span className={classes.timerValue}>{value}</span>}
      {extended !== null && <span className={classes.extended}>Extended +{extended} s</span>}
    </div>
  );
}
