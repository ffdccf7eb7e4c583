import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { staffSaleQuery } from '@/features/staff/api/staff-sales.ts';
import { Failed, Loading } from '@/ui/page.tsx';

/** Reads the sale that the address names, and shows it. */
export function SaleLoader({ children }: { children: (sale: StaffAuction) => ReactNode }) {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(staffSaleQuery(id));
  if (isPending) return <Loading label="Loading the sale…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  return children(data);
}
