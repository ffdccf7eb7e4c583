import { floorBuyerOperations } from '@saleyard/contract/operations/floor-buyers.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';

/** The viewer's claims to buyer numbers of a sale. */
export const floorClaimsQuery = (auction: string) =>
  queryOptions({
    queryKey: ['floor-claims', auction],
    queryFn: async ({ signal }) => {
      const { claims } = await call(floorBuyerOperations.ownFloorClaims, { params: { auction }, signal });
      return claims;
    },
  });

/** Claims a buyer number of a sale. */
export function useClaimNumber(auction: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (number: string) =>
      call(floorBuyerOperations.claimBuyerNumber, { params: { auction }, body: { number } }),
    onSuccess: () => client.invalidateQueries(floorClaimsQuery(auction)),
  });
}
