import { type ImgHTMLAttributes, type ReactNode, useEffect, useState } from 'react';

/** Pauses before a picture that could not be loaded is asked for again, ms; then it is given up. */
const RETRIES_MS = [2_000, 8_000, 30_000] as const;

/**
 * A picture that is asked for again when it could not be loaded: on a bad network the first try often fails.
 * `fallback` stands in its place meanwhile and afterwards; `onGivenUp` hears that no more tries are made.
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
    // biome-ignore lint/a11y/useAltText: whoever shows it names it.
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
