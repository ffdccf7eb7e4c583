import { type SearchAlert, savedSearchOperations } from '@saleyard/contract/saved-searches.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, IconBell, IconX } from '@/app/icons.ts';
import { paths } from '@/app/paths.ts';
import { call } from '@/lib/api-client.ts';
import { searchAlertsQuery } from '@/lib/saved-searches.ts';
import classes from './saved-searches.module.css';

function Said({ alert: { auction, lots, count, searches } }: { alert: SearchAlert }) {
  const more = count - lots.length;
  return (
    <span>
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
    </span>
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
  const alerts = data?.alerts ?? [];
  if (alerts.length === 0) return null;
  return (
    <ul className={`${classes.alerts} sy-no-print`} aria-label="New lots for you" aria-live="polite">
      {alerts.map((alert) => (
        <li key={alert._id}>
          <IconBell size={ICON_SIZES.md} aria-hidden="true" />
          <Said alert={alert} />
          <button
            type="button"
            aria-label={`Close: new lots in ${alert.auction.title}`}
            onClick={() => close.mutate(alert._id)}
          >
            <IconX size={ICON_SIZES.sm} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
