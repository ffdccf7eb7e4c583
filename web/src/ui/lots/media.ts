import type { LotDetails } from '@saleyard/contract/lots.ts';
import { mediaTypeAt } from '@saleyard/contract/picture-addresses.ts';
import type { TouchEvent } from 'react';

export type Medium = LotDetails['media'][number];

/** A medium that is neither a picture nor a video. */
class UnknownMedia extends Error {
  constructor(url: string) {
    super(`${url} is neither a picture nor a video`);
    this.name = 'UnknownMedia';
  }
}

/**
 * What is at an address, by the end of its name; a name without one is a picture's.
 * @throws UnknownMedia
 */
export function mediaKind(url: string): 'picture' | 'video' {
  const type = mediaTypeAt(url);
  if (type === null) throw new UnknownMedia(url);
  return type.startsWith('video/') ? 'video' : 'picture';
}

/** Whether a medium can be shown. */
export function isShown({ url }: Medium): boolean {
  try {
    mediaKind(url);
    return true;
  } catch {
    return false;
  }
}

/** [B316] Longer titles of videos are cut. Characters. */
const VIDEO_TITLE_SHOWN = 60;

/** What a medium is called: by its own title, else by the lot and its place. */
export function mediumTitle({ title, url }: Medium, label: string, at: number): string {
  if (mediaKind(url) === 'picture') return title || `${label}, picture ${at + 1}`;
  const name = title || `${label}, video ${at + 1}`;
  return name.length > VIDEO_TITLE_SHOWN ? `${name.slice(0, VIDEO_TITLE_SHOWN).trimEnd()}…` : name;
}

/** A finger moves at least so far sideways to turn to the next one. px. */
const SWIPE_PX = 40;

/** Whether the page was enlarged by a pinch: a finger then moves what is seen of it. */
const isPinched = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01;

/** Turns over by a finger's stroke and by the arrow keys. `go`: by how many. */
export function turning(go: (by: number) => void) {
  let from: number | null = null;
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      from = touches.length === 1 && !isPinched() ? (touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const to = changedTouches[0]?.clientX;
      if (from !== null && to !== undefined && Math.abs(to - from) >= SWIPE_PX) go(to < from ? 1 : -1);
      from = null;
    },
    onKeyDown: (event: { key: string; target: unknown; preventDefault: () => void }) => {
      // A video that has the focus winds by the same keys.
      if (event.target instanceof HTMLVideoElement) return;
      if (event.key === 'ArrowRight') go(1);
      else if (event.key === 'ArrowLeft') go(-1);
      else return;
      event.preventDefault();
    },
  };
}
