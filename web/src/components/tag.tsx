import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './tag.module.css';

/** How loud a tag is, and in which colour. */
export type Tone = 'plain' | 'open' | 'live' | 'frozen' | 'paused' | 'closed' | 'strong';

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
      {Shape && <Shape size={14} stroke={2.25} aria-hidden="true" />}
      {children}
    </span>
  );
}
