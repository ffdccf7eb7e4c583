import type { ReactNode } from 'react';
import {
  ICON_SIZES,
  ICON_STROKES,
  type Icon,
  IconCircleDot,
  IconClock,
  IconLock,
  IconPlayerPause,
  IconSnowflake,
} from '@/config/icons.ts';
import classes from './tag.module.css';

/** How loud a tag is, and in which colour. */
type Tone = 'plain' | 'open' | 'live' | 'frozen' | 'paused' | 'closed' | 'strong';

/** A small word on a ground of its own; an icon beside it where its meaning must not rest on colour. */
export function Tag({
  tone,
  icon: Shape,
  title,
  children,
}: {
  tone: Tone;
  icon?: Icon;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={classes.tag} data-tone={tone} title={title}>
      {Shape && <Shape size={ICON_SIZES.sm} stroke={ICON_STROKES.bold} aria-hidden="true" />}
      {children}
    </span>
  );
}

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
