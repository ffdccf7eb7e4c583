import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ICON_SIZES, IconChevronLeft, IconChevronRight, IconPlayerPlay } from '@/config/icons.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { inSizes, Picture } from '@/ui/picture.tsx';
import classes from './lot-gallery.module.css';
import { isShown, type Medium, mediaKind, mediumTitle, turning } from './media.ts';

// Most people look at the page without enlarging a picture.
const Lightbox = lazyPart(async () => (await import('./lightbox.tsx')).Lightbox);

/** Pixels for which the browser keeps room before a picture is there: its place is 3 to 2. */
const STAGE = { width: 1_200, height: 800 } as const;
const THUMBNAIL = { width: 96, height: 64 } as const;

/** Small pictures of all, to go to one of them at once. */
function Strip({
  media,
  label,
  at,
  onPick,
}: {
  media: readonly Medium[];
  label: string;
  at: number;
  onPick: (index: number) => void;
}) {
  return (
    <ul className={`${classes.strip} sy-no-print`} aria-label={`All of ${label}`}>
      {media.map((medium, index) => (
        <li key={medium.url}>
          <button
            type="button"
            aria-label={`Show ${mediumTitle(medium, label, index)}`}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => onPick(index)}
          >
            <img
              {...inSizes(medium.thumbnail, '6rem')}
              alt=""
              loading="lazy"
              decoding="async"
              {...THUMBNAIL}
            />
            {mediaKind(medium.url) === 'video' && <IconPlayerPlay size={ICON_SIZES.md} aria-hidden="true" />}
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * A lot's pictures and videos, one at a time: turned over by buttons, arrow keys or a finger, enlarged by a press. What
 * can't be loaded, however often it is tried, and what is neither of both is dropped.
 */
export function LotGallery({
  media: all,
  label,
  sizes,
  strip = false,
}: {
  media: readonly Medium[];
  /** How wide the large one is shown, as the attribute says it. */
  sizes: string;
  /** The lot in words, for those without a title of their own. */
  label: string;
  /** Small pictures of all under the large one. */
  strip?: boolean;
}) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [index, setIndex] = useState(0);
  const [enlarged, setEnlarged] = useState(false);
  /** What can be enlarged, or the video that plays in its place. */
  const stage = useRef<HTMLElement>(null);
  const media = all.filter((medium) => isShown(medium) && !dropped.has(medium.url));
  const at = Math.min(index, media.length - 1);
  const shown = media[at];
  if (!shown) return null;
  const go = (by: number) => setIndex((at + by + media.length) % media.length);
  const drop = () => setDropped((known) => new Set([...known, shown.url]));
  // Once the dialog is gone the focus is on what was shown in it.
  const close = () => {
    flushSync(() => setEnlarged(false));
    stage.current?.focus();
  };
  const title = mediumTitle(shown, label, at);
  const isVideo = mediaKind(shown.url) === 'video';
  return (
    <div>
      <figure className={classes.gallery} {...(media.length > 1 && turning(go))}>
        {isVideo ? (
          <video
            ref={(video) => {
              stage.current = video;
            }}
            key={shown.url}
            src={shown.url}
            poster={shown.thumbnail}
            controls
            playsInline
            preload="none"
            aria-label={title}
            onError={drop}
            {...STAGE}
          />
        ) : (
          <button
            ref={(button) => {
              stage.current = button;
            }}
            type="button"
            className={classes.enlarge}
            aria-label={`Enlarge ${title}`}
            onClick={() => setEnlarged(true)}
          >
            <Picture
              key={shown.url}
              {...inSizes(shown.url, sizes)}
              alt={title}
              decoding="async"
              fetchPriority="high"
              onGivenUp={drop}
              {...STAGE}
            />
          </button>
        )}
        {media.length > 1 && (
          <figcaption className={`${classes.buttons} ${classes.bar} sy-no-print`}>
            <button type="button" aria-label="Previous picture" onClick={() => go(-1)}>
              <IconChevronLeft size={ICON_SIZES.lg} aria-hidden="true" />
            </button>
            <span className="sy-number">
              {at + 1} of {media.length}
            </span>
            <button type="button" aria-label="Next picture" onClick={() => go(1)}>
              <IconChevronRight size={ICON_SIZES.lg} aria-hidden="true" />
            </button>
          </figcaption>
        )}
      </figure>
      {isVideo && <p className={classes.caption}>{title}</p>}
      {strip && media.length > 1 && <Strip media={media} label={label} at={at} onPick={setIndex} />}
      {enlarged && (
        <Suspense fallback={null}>
          <Lightbox media={media} label={label} at={at} onTurn={go} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
