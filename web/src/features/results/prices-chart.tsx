import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ICON_SIZES, IconChartDots } from '@/config/icons.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Button } from '@/ui/button.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { allClosedLotsQuery } from './api/closed-lots.ts';

// Scales and axes weigh more than the results: they come when someone asks for them.
const PricesByWeight = lazyPart(async () => (await import('./prices-by-weight.tsx')).PricesByWeight);

/** Shows the chart of prices, or takes it away. */
export function PricesButton({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  return (
    <Button
      variant="default"
      className="sy-no-print"
      aria-expanded={shown}
      leftSection={<IconChartDots size={ICON_SIZES.md} aria-hidden="true" />}
      onClick={() => onChange(!shown)}
    >
      {shown ? 'Hide Prices by Weight' : 'Prices by Weight'}
    </Button>
  );
}

/** What the sold lots of a sale fetched against what they weigh: of all its lots, not only of those that the list shows. */
export function PricesChart({ auction }: { auction: AuctionSummary }) {
  const { data, error, refetch } = useQuery(
    allClosedLotsQuery(auction._id, {}, { field: 'number', direction: 'up' }),
  );
  if (data === undefined && error) return <Failed error={error} onRetry={() => void refetch()} />;
  const loading = <Loading label="Loading prices…" />;
  if (data === undefined) return loading;
  return (
    <Suspense fallback={loading}>
      <PricesByWeight lots={data} />
    </Suspense>
  );
}
