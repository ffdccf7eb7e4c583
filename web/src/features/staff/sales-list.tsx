import { Button } from '@mantine/core';
import type { AuctionSummary } from '@saleyard/contract/rest.ts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Page } from '@/components/page.tsx';
import { PlainTag, StateTag } from '@/components/state-tag.tsx';
import { Empty, Failed, Loading } from '@/components/states.tsx';
import { AUCTION_STATE_LABELS, AUCTION_TYPE_LABELS } from '@/lib/auction-words.ts';
import { formatShortDateTime } from '@/lib/dates.ts';
import { formatCount } from '@/lib/money.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { staffSalesQuery } from './api/staff-sales.ts';

const ORDER = { live: 0, open: 1, future: 2, closed: 3 } as const;

/** Running sales first, then the next ones, then those that are over, the latest first. */
const inOrder = (a: AuctionSummary, b: AuctionSummary): number =>
  ORDER[a.state] - ORDER[b.state] || (a.state === 'closed' ? b.liveAt - a.liveAt : a.liveAt - b.liveAt);

function SaleRow({ sale, clerks }: { sale: AuctionSummary; clerks: boolean }) {
  const mood = sale.frozenTime !== null ? 'frozen' : sale.state === 'future' ? 'upcoming' : sale.state;
  return (
    <tr>
      <td className="sy-number">{sale.number}</td>
      <th scope="row">
        <Link to={`/staff/sales/${sale._id}`}>{sale.title}</Link>
      </th>
      <td>
        <StateTag mood={mood}>
          {sale.frozenTime !== null ? 'Auction frozen' : AUCTION_STATE_LABELS[sale.state]}
        </StateTag>
      </td>
      <td>
        <PlainTag>{AUCTION_TYPE_LABELS[sale.auctionType]}</PlainTag>
      </td>
      <td>{sale.kindData.title}</td>
      <td className="sy-number">{formatShortDateTime(sale.openAt)}</td>
      <td className="sy-number">{formatShortDateTime(sale.liveAt)}</td>
      <td className="sy-end sy-number">{formatCount(sale.lotCount)}</td>
      <td className="sy-end sy-number">{formatCount(sale.headCount)}</td>
      <td>
        {clerks && sale.auctionType === 'sequentialOffline' && sale.state !== 'closed' && (
          <Link to={`/staff/sales/${sale._id}/clerk`} aria-label={`Clerk's console of ${sale.title}`}>
            Clerk’s console
          </Link>
        )}
      </td>
    </tr>
  );
}

function Sales({ staff }: { staff: boolean }) {
  const { data, error, isPending, refetch } = useQuery(staffSalesQuery);
  if (isPending) return <Loading label="Loading sales…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) {
    return (
      <Empty title="No sales yet">{staff && <Link to="/staff/sales/new">Schedule the first one</Link>}</Empty>
    );
  }
  return (
    <div className="sy-panel sy-scroll">
      <table className="sy-table">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Sale</th>
            <th scope="col">State</th>
            <th scope="col">Type</th>
            <th scope="col">Kind</th>
            <th scope="col">Opens (Sydney)</th>
            <th scope="col">Goes live (Sydney)</th>
            <th scope="col" className="sy-end">
              Lots
            </th>
            <th scope="col" className="sy-end">
              Head
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {[...data].sort(inOrder).map((sale) => (
            <SaleRow key={sale._id} sale={sale} clerks={staff} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The staff desk: every sale, running ones first. */
export function SalesList() {
  const staff = isStaff(useMe());
  return (
    <Page
      title="Staff Desk"
      aside={
        staff && (
          <Button
            component={Link}
            to="/staff/sales/new"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            Schedule a sale
          </Button>
        )
      }
    >
      <Sales staff={staff} />
    </Page>
  );
}
