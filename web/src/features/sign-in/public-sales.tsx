import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths.ts';
import { StateTag } from '@/components/tag.tsx';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { formatShortDateTime } from '@/lib/dates.ts';
import { AUCTION_STATE_LABELS } from '@/lib/labels.ts';
import { countOf } from '@/lib/money.ts';
import classes from './sign-in.module.css';

/** Sales a visitor may watch without signing in: those running, then the next ones. */
const SHOWN = 5;
const ORDER = { live: 0, open: 1, future: 2, closed: 3 } as const;

/** Public sales for people without an account. Silent when there are none or they can't be read. */
export function PublicSales() {
  const { data } = useQuery(currentAuctionsQuery);
  const sales = (data ?? [])
    .filter((auction) => auction.public && !auction.cancelled)
    .sort((a, b) => ORDER[a.state] - ORDER[b.state] || a.liveAt - b.liveAt)
    .slice(0, SHOWN);
  if (sales.length === 0) return null;
  return (
    <section className={classes.sales} aria-labelledby="public-sales">
      <h2 id="public-sales">Watch live sales</h2>
      <p>No account needed to watch.</p>
      <ul>
        {sales.map((auction) => (
          <li key={auction._id}>
            <a href={paths.liveRoom(auction)} target="_blank" rel="noopener">
              <strong>{auction.title}</strong>
              <span className={classes.facts}>
                <StateTag mood={auction.state === 'future' ? 'upcoming' : auction.state}>
                  {AUCTION_STATE_LABELS[auction.state]}
                </StateTag>
                <span>{formatShortDateTime(auction.liveAt)}</span>
                <span>{countOf(auction.lotCount, 'lot')}</span>
                <span>{countOf(auction.headCount, 'head', 'head')}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
