import { IconEye, IconEyePlus } from '@tabler/icons-react';
import { useRoomActions } from '@/features/live-room/room/room-actions.tsx';
import classes from './watch-button.module.css';

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
  const word = watching ? 'Watching' : 'Watch';
  return (
    <button
      type="button"
      className={classes.watch}
      data-compact={compact || undefined}
      aria-pressed={watching}
      aria-label={`${word} Lot ${number}`}
      title={compact ? word : undefined}
      onClick={() => watch(lot, !watching)}
    >
      <Icon size={compact ? 18 : 20} stroke={2} aria-hidden="true" />
      {!compact && word}
    </button>
  );
}
