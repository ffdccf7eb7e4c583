import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { paths } from '@/app/paths.ts';
import { CategoryFilter } from '@/components/category-filter.tsx';
import { DayList } from '@/components/day-list.tsx';
import { Page } from '@/components/page.tsx';
import { SaleClock } from '@/components/sale-clock.tsx';
import { Empty, Failed, Loading } from '@/components/states.tsx';
import { currentAuctionsQuery } from '@/lib/auctions.ts';
import { type Category, categoryOf } from '@/lib/category.ts';
import { useNow } from '@/lib/use-now.ts';
import { AuctionRow } from './auction-row.tsx';
import { groupByDay } from './group-by-day.ts';
import classes from './upcoming.module.css';

/** Days turn over at most this late. ms. */
const DAY_CHECK_MS = 30_000;

function Days({ category }: { category: Category }) {
  const { data, error, isPending, refetch } = useQuery(currentAuctionsQuery);
  const now = useNow(DAY_CHECK_MS);
  if (isPending) return <Loading label="Loading auctions…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  const days = groupByDay(data, category, now);
  if (days.length === 0) {
    return (
      <Empty title="No auctions found">{category !== 'all' && <Link to="?">Show all categories</Link>}</Empty>
    );
  }
  return <DayList days={days} row={(auction) => <AuctionRow key={auction._id} auction={auction} />} />;
}

/** Upcoming Auctions: every sale that is not over, by day, renewed as the server tells. */
export function UpcomingScreen() {
  const [search] = useSearchParams();
  const category = categoryOf(search.get('category'));
  return (
    <Page title="Upcoming Auctions" aside={<SaleClock />}>
      <p className={classes.practice}>
        <IconSchool size={20} aria-hidden="true" />
        <span>
          New to bidding here? <Link to={paths.practice}>Try a practice sale</Link>: nothing in it is real.
        </span>
      </p>
      <CategoryFilter current={category} />
      <Days category={category} />
    </Page>
  );
}
