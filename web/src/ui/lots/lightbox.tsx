import { useLayoutEffect, useRef, useState } from 'react';
import {
  ICON_SIZES,
  IconChevronLeft,
  IconChevronRight,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@/config/icons.ts';
import { inSizes } from '@/ui/picture.tsx';
import classes from './lightbox.module.css';
import gallery from './lot-gallery.module.css';
import { type Medium, mediaKind, mediumTitle, turning } from './media.ts';

/**
 * One picture or video over the whole screen: the browser's own modal dialog, which closes on Escape and gives the focus
 * back. Turned over by buttons, arrow keys or a finger; a picture that is zoomed in is moved by these keys and the finger.
 */
export function Lightbox({
  media,
  label,
  at,
  onTurn,
  onClose,
}: {
  media: readonly Medium[];
  label: string;
  at: number;
  onTurn: (by: number) => void;
  onClose: () => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the page: the browser then gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const stage = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState<string | null>(null);
  const shown = media[at];
  const isZoomed = zoomed !== null && zoomed === shown?.url;
  // The middle of the picture is what one sees first.
  useLayoutEffect(() => {
    const view = stage.current;
    if (!isZoomed || view === null) return;
    view.scrollTo((view.scrollWidth - view.clientWidth) / 2, (view.scrollHeight - view.clientHeight) / 2);
    view.focus();
  }, [isZoomed]);
  if (!shown) return null;
  const title = mediumTitle(shown, label, at);
  const isVideo = mediaKind(shown.url) === 'video';
  return (
    <dialog
      ref={ref}
      className={`${classes.lightbox} sy-no-print`}
      aria-label={`Pictures of ${label}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      {...(media.length > 1 && !isZoomed && turning(onTurn))}
    >
      <div
        ref={stage}
        className={classes.stage}
        {...(isZoomed && {
          role: 'group',
          tabIndex: 0,
          'aria-label': 'Zoomed picture, scrolls',
          'data-zoomed': true,
        })}
      >
        {isVideo ? (
          // biome-ignore lint/a11y/useMediaCaption: what vendors film has no words.
          <video
            key={shown.url}
            src={shown.url}
            poster={shown.thumbnail}
            controls
            playsInline
            aria-label={title}
          />
        ) : (
          <img key={shown.url} {...inSizes(shown.url, isZoomed ? '250vw' : '100vw')} alt={title} />
        )}
      </div>
      <div className={`${gallery.buttons} ${classes.bar}`}>
        <p aria-live="polite">
          <span>{title}</span>{' '}
          {media.length > 1 && (
            <span className="sy-number">
              {at + 1} of {media.length}
            </span>
          )}
        </p>
        {media.length > 1 && (
          <>
            <button type="button" aria-label="Previous picture" onClick={() => onTurn(-1)}>
              <IconChevronLeft size={ICON_SIZES.xl} aria-hidden="true" />
            </button>
            <button type="button" aria-label="Next picture" onClick={() => onTurn(1)}>
              <IconChevronRight size={ICON_SIZES.xl} aria-hidden="true" />
            </button>
          </>
        )}
        {!isVideo && (
          <button
            type="button"
            aria-label={isZoomed ? 'Zoom out' : 'Zoom in'}
            onClick={() => setZoomed(isZoomed ? null : shown.url)}
          >
            {isZoomed ? (
              <IconZoomOut size={ICON_SIZES.xl} aria-hidden="true" />
            ) : (
              <IconZoomIn size={ICON_SIZES.xl} aria-hidden="true" />
            )}
          </button>
        )}
        <button type="button" aria-label="Close" onClick={onClose}>
          <IconX size={ICON_SIZES.xl} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  );
}
