import { formatDateTime } from '@/lib/dates.ts';
import { useNow } from '@/lib/use-now.ts';

/** The current date and time in Sydney, by the server's clock. */
export function SaleClock() {
  const now = useNow();
  return (
    <time className="sy-number sy-dim" dateTime={String(now)}>
      {formatDateTime(now)} Sydney
    </time>
  );
}
