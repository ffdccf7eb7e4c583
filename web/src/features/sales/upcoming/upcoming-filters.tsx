import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useKeptFilters } from '@/lib/kept-filters.ts';
import { SearchForm } from '@/ui/filters/filter-bar.tsx';
import { choicesOf, LotFilterPanel } from '@/ui/lots/lot-filter-panel.tsx';

/** Filters of lots that sales are chosen by. */
const SHOWN = ['location', 'breed', 'stockCategory', 'sex', 'assessorType'] as const;
/** What of the address is kept beside the filters of lots. */
const KEPT_TEXTS = ['category'] as const;

/** The filters of the list of sales, kept on the user. `sales`: all that are not over. */
export function UpcomingFilters({ sales }: { sales: readonly AuctionSummary[] }) {
  useKeptFilters('upcoming', KEPT_TEXTS);
  const navigate = useNavigate();
  return (
    <LotFilterPanel choices={choicesOf(sales)} shown={SHOWN} also={KEPT_TEXTS} folds>
      <SearchForm label="Find lots in all sales" onSearch={(q) => void navigate(paths.searchFor(q))} />
    </LotFilterPanel>
  );
}
