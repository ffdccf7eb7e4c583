import { pictureAddress, pictureOfWidth, uploadedPicture } from '@saleyard/contract/picture-addresses.ts';
import { type ImgHTMLAttributes, type ReactNode, useEffect, useState } from 'react';

/** Pauses before a picture that could not be loaded is asked for again, ms; then it is given up. */
const RETRIES_MS = [2_000, 8_000, 30_000] as const;

/** px for browsers that choose no size by themselves. */
const USUAL_WIDTH = 960;

/**
 * What an `img` needs so that a browser loads the size that fits: every width of an uploaded picture. Drawings fit every
 * size and stay as they are. `sizes`: how wide the picture is shown, as the attribute says it.
 */
export function inSizes(address: string, sizes: string): { src: string; srcSet?: string; sizes?: string } {
  const picture = uploadedPicture(address);
  if (picture === null) return { src: address };
  const { below, name, widths } = picture;
  const srcSet = widths.map((width) => `${pictureAddress(name, width, below)} ${width}w`).join(', ');
  return { sizes, srcSet, src: pictureOfWidth(address, USUAL_WIDTH) };
}

/**
 * A picture that is asked for again when it could not be loaded: on a bad network the first try often fails.
 * `fallback` is in its place meanwhile and afterwards; `onGivenUp` is called when no more tries are made.
 */
export function Picture({
  src,
  fallback = null,
  onGivenUp,
  ...rest
}: ImgHTMLAttributes<HTMLImageElement> & { src: string; fallback?: ReactNode; onGivenUp?: () => void }) {
  const [{ of, tries, failed }, setState] = useState({ of: src, tries: 0, failed: false });
  if (of !== src) setState({ of: src, tries: 0, failed: false });
  const pause = failed ? RETRIES_MS[tries] : undefined;
  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => setState({ of: src, tries: tries + 1, failed: false }), pause);
    return () => clearTimeout(timer);
  }, [src, tries, pause]);
  if (failed) return fallback;
  return (
    // biome-ignore lint/a11y/useAltText: the caller names it.
    <img
      {...rest}
      key={tries}
      src={src}
      onError={() => {
        setState({ of: src, tries, failed: true });
        if (RETRIES_MS[tries] === undefined) onGivenUp?.();
      }}
    />
  );
}
