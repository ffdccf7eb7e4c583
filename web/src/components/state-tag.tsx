import { IconCircleDot, IconClock, IconLock, IconPlayerPause, IconSnowflake } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Tag } from './tag.tsx';

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
  return (
    <Tag tone={mood === 'upcoming' ? 'plain' : mood} icon={ICONS[mood]}>
      {children}
    </Tag>
  );
}

/** A neutral tag for a fixed property: "TIMED", "Cattle". */
export function PlainTag({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <Tag tone="plain" title={title}>
      {children}
    </Tag>
  );
}
