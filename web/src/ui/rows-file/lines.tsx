import { Text } from '@/ui/layout.tsx';
import classes from './lines.module.css';

/** Lines of a list that are shown; the rest are counted. */
const LISTED = 100;

/** What a file's rows come to, line by line; nothing without lines. */
export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className={classes.lines}>
      <Text as="h3" size="md">
        {title}
      </Text>
      <ul>
        {lines.slice(0, LISTED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > LISTED && <li>and {lines.length - LISTED} more</li>}
      </ul>
    </section>
  );
}
