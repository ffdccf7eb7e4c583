import { ICON_SIZES, IconEye, IconEyePlus } from '@/config/icons.ts';
import { useNeedsServer } from '@/lib/away.ts';
import { mayWatch, useMe } from '@/lib/session.ts';
import { useWatchList } from '@/lib/watch-list.ts';
import { Button } from '@/ui/button.tsx';

/** Watches a lot, or no longer. Only people whose first name is known have it. `label`: the lot in words. */
export function WatchButton({ lot, label }: { lot: string; label: string }) {
  const me = useMe();
  const watch = useWatchList();
  const needsServer = useNeedsServer();
  if (!me || !mayWatch(me)) return null;
  const isWatched = me.watchList2.some(({ lotId }) => lotId === lot);
  const Icon = isWatched ? IconEye : IconEyePlus;
  return (
    <Button
      variant="default"
      size="md"
      className="sy-no-print"
      leftSection={<Icon size={ICON_SIZES.md} aria-hidden="true" />}
      aria-pressed={isWatched}
      aria-label={`${isWatched ? 'Watching' : 'Watch'} ${label}`}
      onClick={() => watch(lot, !isWatched)}
      {...needsServer}
    >
      {isWatched ? 'Watching' : 'Watch'}
    </Button>
  );
}
