import { useEffect, useRef } from 'react';
import classes from './schedule.module.css';

/** One thing to put right; `fieldId` is the field it links to, when there is one on the page. */
export type Problem = { text: string; fieldId: string | null };

/** Problems listed at once; the rest are counted. */
const LISTED = 30;

/** Everything to put right before this can be sent, each a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ problems, attempt }: { problems: readonly Problem[]; attempt: number }) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new attempt brings the reader back here.
  useEffect(() => {
    if (problems.length > 0) ref.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={classes.summary}>
      <h2>{problems.length === 1 ? 'One thing to put right' : `${problems.length} things to put right`}</h2>
      <ul>
        {problems.slice(0, LISTED).map(({ text, fieldId }) => (
          <li key={`${fieldId} ${text}`}>
            {fieldId === null ? (
              text
            ) : (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId)?.focus();
                }}
              >
                {text}
              </a>
            )}
          </li>
        ))}
        {problems.length > LISTED && <li>and {problems.length - LISTED} more</li>}
      </ul>
    </div>
  );
}
