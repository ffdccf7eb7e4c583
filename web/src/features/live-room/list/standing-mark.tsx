import { IconEye, IconGavel, IconTrendingDown, IconTrendingUp, IconX } from '@tabler/icons-react';
import type { Part } from '@/features/live-room/rules/standing.ts';
import classes from './lot-marks.module.css';

const MARKS = {
  winning: { word: 'Winning', Icon: IconTrendingUp },
  losing: { word: 'Losing', Icon: IconTrendingDown },
  won: { word: 'Won', Icon: IconGavel },
  lost: { word: 'Lost', Icon: IconX },
  watching: { word: 'Watching', Icon: IconEye },
} as const;

/** The viewer's part in a lot: an icon, a word and a shape of its own, so that none rests on colour alone. */
export function StandingMark({ part, large = false }: { part: Part; large?: boolean }) {
  if (part === 'none') return null;
  const { word, Icon } = MARKS[part];
  return (
    <span className={classes.standing} data-part={part} data-large={large || undefined}>
      <Icon size={large ? 20 : 15} stroke={2.5} aria-hidden="true" />
      {word}
    </span>
  );
}
