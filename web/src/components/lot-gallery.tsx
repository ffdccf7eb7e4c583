import type { LotDetails } from '@saleyard/contract/rest.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './lot-gallery.module.css';

/** A lot's pictures, one at a time. A picture that can't be loaded is dropped. */
export function LotGallery({
  media: all,
  label,
}: {
  media: LotDetails['media'];
  /** The lot in words, for pictures without a title of their own. */
  label: string;
}) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [index, setIndex] = useState(0);
  const media = all.filter(({ url }) => !dropped.has(url));
  const at = Math.min(index, media.length - 1);
  const shown = media[at];
  if (!shown) return null;
  const go = (by: number) => setIndex((at + by + media.length) % media.length);
  return (
    <figure className={classes.gallery}>
      <img
        key={shown.url}
        src={shown.url}
        alt={shown.title || `${label}, picture ${at + 1}`}
        decoding="async"
        onError={() => setDropped((known) => new Set([...known, shown.url]))}
      />
      {media.length > 1 && (
        <figcaption className={classes.bar}>
          <button type="button" aria-label="Previous picture" onClick={() => go(-1)}>
            <IconChevronLeft size={22} aria-hidden="true" />
          </button>
          <span className="sy-number">
            {at + 1} of {media.length}
          </span>
          <button type="button" aria-label="Next picture" onClick={() => go(1)}>
            <IconChevronRight size={22} aria-hidden="true" />
          </button>
        </figcaption>
      )}
    </figure>
  );
}
