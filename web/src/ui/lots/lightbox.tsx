import { useLayoutEffect, useRef } from 'react';
import { ICON_SIZES, IconChevronLeft, IconChevronRight, IconX } from '@/config/icons.ts';
import { inSizes } from '@/ui/picture.tsx';
import classes from './lightbox.module.css';
import gallery from './lot-gallery.module.css';
import { type Medium, mediaKind, mediumTitle, turning } from './media.ts';

/**
 * One picture or video over the whole screen: the browser's own modal dialog, which closes on Escape and gives the focus
 * back. Turned over by buttons, arrow keys or a finger.
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
  const shown = media[at];
  if (!shown) return null;
  const title = mediumTitle(shown, label, at);
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
      {...(media.length > 1 && turning(onTurn))}
    >
      <div className={classes.stage}>
        {mediaKind(shown.url) === 'video' ? (
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
          <img key={shown.url} {...inSizes(shown.url, '100vw')} alt={title} />
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
        <button type="button" aria-label="Close" onClick={onClose}>
          <IconX size={ICON_SIZES.xl} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  );
}
