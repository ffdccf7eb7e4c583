import { useQuery } from '@tanstack/react-query';
import { errorTextOf } from '@/lib/api-error.ts';
import { useDebouncedValue } from '@/lib/delays.ts';
import { Loading } from '@/ui/page.tsx';
import { Prose } from '@/ui/prose.tsx';
import classes from './content.module.css';
import { previewQuery } from './texts.ts';

/** ms after the last key before a text is rendered. */
const PREVIEW_MS = 500;

/** A text as its page shows it, rendered by the server as for that page. */
export function Preview({ id, text }: { id: string; text: string }) {
  const settled = useDebouncedValue(text, PREVIEW_MS);
  const { data, error, isFetching } = useQuery({
    ...previewQuery(id, settled),
    enabled: settled.trim() !== '',
    placeholderData: (shown) => shown,
  });
  return (
    <section
      className={`${classes.preview} sy-panel`}
      aria-label="Preview"
      aria-busy={isFetching || settled !== text}
    >
      {error ? (
        <p role="status">{errorTextOf(error).message}</p>
      ) : data ? (
        data.map(({ heading, level, html }) => {
          const Heading = level === 2 ? 'h3' : 'h4';
          return (
            <section key={`${level} ${heading}`}>
              <Heading>{heading}</Heading>
              <Prose html={html} />
            </section>
          );
        })
      ) : settled.trim() === '' ? (
        <p className="sy-dim">Nothing to show yet.</p>
      ) : (
        <Loading label="Rendering…" />
      )}
    </section>
  );
}
