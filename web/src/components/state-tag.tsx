import { IconCircleDot, IconClock, IconLock, IconPlayerPause, IconSnowflake } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state-tag.module.css';

/** The moods a sale or a lot can be in. Each has its own icon, so that none rests on colour alone. */
export type Mood = 'upcoming' | 'open' | 'live' | 'frozen' | 'paused' | 'closed';

const ICONS = {
  upcoming: IconClock,
  open: IconClock,
  live: IconCircleDot,
  frozen: IconSnowflake,
  paused: IconPlayerPause,
  closed: IconLock,
} as const;

/** A small word with an icon and a colour: "Auction is live". */
export function StateTag({ mood, children }: { mood: Mood; children: ReactNode }) {
  const Icon = ICONS[mood];
  return (
    <span className={classes.tag} data-mood={mood}>
      <Icon size={14} stroke={2.25} aria-hidden="true" />
      {children}
    </span>
  );
}

/** A neutral tag for a fixed property: "TIMED", "Cattle". */
export function PlainTag({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span className={classes.tag} data-mood="plain" title={title}>
      {children}
    </span>
  );
}
