import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { StaffAccountEntry } from '@saleyard/contract/staff-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { callForPage } from '@/lib/api-client.ts';
import { useDebouncedValue } from '@/lib/delays.ts';

/** The search waits until the typing rests so long. ms. */
const TYPING_MS = 250;
const SHOWN_ACCOUNTS = 6;

/** What accounts are found by, as the search's field says it. */
export const FOUND_BY = 'Name, e-mail, phone, trading name, PIC or user ID';

type Named = Pick<StaffAccountEntry, 'firstName' | 'lastName' | 'tradingName' | 'shortId'>;

/** An account among others: "Ada Miller, Miller Pastoral, ID S1002". */
export const accountLabel = ({ firstName, lastName, tradingName, shortId }: Named): string =>
  [`${firstName} ${lastName}`.trim(), tradingName, `ID ${shortId}`].filter(Boolean).join(', ');

/**
 * The first accounts that fit a typed text, of one status if that is given; undefined while they are read or nothing is
 * typed.
 */
export function useAccountSearch(typed: string, status?: StaffAccountEntry['status']) {
  const search = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data, error } = useQuery({
    queryKey: ['staff', 'accounts', 'search', status ?? 'any', search],
    queryFn: ({ signal }) =>
      callForPage(staffAccountOperations.searchAccounts, {
        query: { search, ...(status && { status }), page: 1, limit: SHOWN_ACCOUNTS },
        signal,
      }),
    enabled: search !== '',
  });
  return { accounts: search === '' ? undefined : data?.data.accounts, error };
}
