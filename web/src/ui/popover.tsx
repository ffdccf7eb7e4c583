import { type ReactNode, useEffect, useRef } from 'react';
import classes from './popover.module.css';

/**
 * What opens over the page by a press on its summary: native `details`, closed by Escape, by a press outside of it, and
 * when the focus leaves it.
 */
export function Popover({
  summary,
  label,
  className,
  end = false,
  inFlow = false,
  closesOnPress = false,
  children,
}: {
  /** What is pressed. */
  summary: ReactNode;
  /** Names the summary where it shows no words. */
  label?: string;
  /** Of the summary. */
  className?: string | undefined;
  /** It is aligned to the summary's end: for the last one of a row. */
  end?: boolean;
  /** On a phone it opens in the page, below its summary. */
  inFlow?: boolean;
  /** A press inside closes it: a menu. */
  closesOnPress?: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const details = ref.current;
      if (details?.open && target instanceof Node && !details.contains(target)) details.open = false;
    };
    const closeAfterPress = ({ target }: Event) => {
      const details = ref.current;
      const isControl = target instanceof Element && target.closest('button, a') !== null;
      if (closesOnPress && details?.contains(target as Node) && isControl) details.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('click', closeAfterPress);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('click', closeAfterPress);
    };
  }, [closesOnPress]);
  const close = () => {
    const details = ref.current;
    if (!details?.open) return;
    details.open = false;
    details.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={ref}
      className={classes.popover}
      data-end={end || undefined}
      data-in-flow={inFlow || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <summary className={className} aria-label={label} title={label}>
        {summary}
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}
