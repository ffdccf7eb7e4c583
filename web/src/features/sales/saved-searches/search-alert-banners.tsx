import { savedSearchOperations } from '@saleyard/contract/operations/saved-searches.ts';
import type { SearchAlert } from '@saleyard/contract/saved-searches.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { IconBell } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { searchAlertsQuery } from '@/lib/saved-searches.ts';
import { BannerList } from '@/ui/notices/banner-list.tsx';

function NewLots({ alert: { auction, lots, count, searches } }: { alert: SearchAlert }) {
  const more = count - lots.length;
  return (
    <>
      {count === 1 ? '1 new lot' : `${count} new lots`}
      {searches.length > 0 && ` for “${searches.join('”, “')}”`} in{' '}
      <Link to={paths.catalogue(auction)}>{auction.title}</Link>
      {lots.length > 0 && ': '}
      {lots.map((lot, index) => (
        <Fragment key={lot.searchNumericId}>
          {index > 0 && ', '}
          <Link to={paths.lot(auction, lot)}>
            Lot {lot.number} {lot.title}
          </Link>
        </Fragment>
      ))}
      {more > 0 && lots.length > 0 && ` and ${more} more`}
    </>
  );
}

/** New lots that match the person's saved searches, until each banner is closed. */
export function SearchAlertBanners() {
  const client = useQueryClient();
  const { data } = useQuery(searchAlertsQuery);
  const close = useMutation({
    mutationFn: (id: string) => call(savedSearchOperations.closeSearchAlerts, { body: { alerts: [id] } }),
    onMutate: (id) =>
      client.setQueryData(
        searchAlertsQuery.queryKey,
        (known) => known && { ...known, alerts: known.alerts.filter(({ _id }) => _id !== id) },
      ),
    onError: () => client.invalidateQueries(searchAlertsQuery),
  });
  const banners = (data?.alerts ?? []).map((alert) => ({
    id: alert._id,
    Icon: IconBell,
    content: <NewLots key={alert._id} alert={alert} />,
    closes: `Close: new lots in ${alert.auction.title}`,
  }));
  return <BannerList label="New lots for you" banners={banners} onClose={(id) => close.mutate(id)} />;
}
