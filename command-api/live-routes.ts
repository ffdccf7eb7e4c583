import { isActive } from '@saleyard/domain/account/state.ts';
import { type EndpointContext, type Route, routesOf } from '@saleyard/http/endpoint.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import type { Accounts } from './accounts/accounts.ts';
import { offerEndpoints } from './accounts/offers.endpoints.ts';
import { ownBidEndpoints } from './accounts/own-bids.endpoints.ts';
import type { SubmitCommand } from './engine-replies.ts';
import { runSaleEndpoints } from './sales/run-sale.endpoints.ts';
import type { SaleStates } from './sales/sale-after.ts';
import type { SaleDirectory } from './sales/sale-directory.ts';

type Callers = { sessions: Sessions; accounts: Accounts };

/** How the caller of an operation is found. */
export const callerOf = ({ sessions, accounts }: Callers): EndpointContext => ({
  session: sessions.middleware,
  async viewerOf(request) {
    const identity = sessions.identityOf(request);
    const account = identity && (await accounts.directory.account(identity.account));
    return account && isActive(account) ? account : null;
  },
});

type LiveParts = Callers &
  SaleStates & {
    sales: SaleDirectory;
    submit: SubmitCommand;
  };

/** The operations that act on a sale: bids, auto-bids, answers to offers, and staff running it. Served beside the engine. */
export function liveRoutes(parts: LiveParts): Route[] {
  const { sales, submit, accounts } = parts;
  const lotOf = (lot: string) => sales.lotOf(lot);
  return routesOf(
    [
      ...ownBidEndpoints({ ...parts, lotOf }),
      ...offerEndpoints({ submit, lotOf, mayBid: (account) => accounts.directory.mayBid(account) }),
      ...runSaleEndpoints({ ...parts, directory: accounts.directory }),
    ],
    callerOf(parts),
  );
}
