import { isActive } from '@saleyard/domain/account/state.ts';
import { type EndpointContext, type Route, routesOf } from '@saleyard/http/endpoint.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { type AccountEndpointParts, accountEndpoints } from './accounts/accounts.endpoints.ts';
import { autoBidEndpoints } from './accounts/auto-bids.endpoints.ts';
import { contentEndpoints } from './content/content.endpoints.ts';
import type { SubmitCommand } from './engine-replies.ts';
import { favouritePicEndpoints } from './favourite-pics/favourite-pics.endpoints.ts';
import { kindEndpoints } from './kinds/kinds.endpoints.ts';
import type { ListingSales } from './listings/listing-sales.ts';
import { listingEndpoints } from './listings/listings.endpoints.ts';
import { lotFileEndpoints } from './listings/lot-files.endpoints.ts';
import { lotMediaEndpoints } from './listings/lot-media.endpoints.ts';
import { interestEndpoints } from './messages/interest.endpoints.ts';
import { type MessageEndpointParts, messageEndpoints } from './messages/messages.endpoints.ts';
import { notificationEndpoints } from './notifications/notifications.endpoints.ts';
import { pictureEndpoints } from './pictures/pictures.endpoints.ts';
import { practiceEndpoints } from './practice/practice.endpoints.ts';
import type { PracticeService } from './practice/practice-service.ts';
import { runSaleEndpoints } from './sales/run-sale.endpoints.ts';
import type { SaleDirectory } from './sales/sale-directory.ts';
import { saleEndpoints } from './sales/sales.endpoints.ts';
import { savedSearchEndpoints } from './saved-searches/saved-searches.endpoints.ts';

export type CommandRouteParts = Omit<AccountEndpointParts, 'lotOf'> &
  Omit<MessageEndpointParts, 'emails'> & {
    log: EventLog;
    sales: SaleDirectory;
    submit: SubmitCommand;
    /** The sales that listings are intended for. */
    listingSales: ListingSales;
    /** Omitted: no practice sales. */
    practice?: PracticeService;
  };

type LiveParts = Pick<CommandRouteParts, 'log' | 'sales' | 'submit' | 'accounts' | 'sessions'>;

/** How the caller of an operation is found. */
const contextOf = ({ sessions, accounts }: Pick<CommandRouteParts, 'sessions' | 'accounts'>): EndpointContext => ({
  session: sessions.middleware,
  async viewerOf(request) {
    const identity = sessions.identityOf(request);
    const account = identity && (await accounts.directory.account(identity.account));
    return account && isActive(account) ? account : null;
  },
});

/** The operations that act on a sale: auto-bids, and staff running it. They are served beside the engine. */
export function liveRoutes(parts: LiveParts): Route[] {
  const { log, sales, submit, accounts } = parts;
  const lotOf = (lot: string) => sales.lotOf(lot);
  return routesOf(
    [
      ...autoBidEndpoints({ log, submit, lotOf }),
      ...runSaleEndpoints({ directory: accounts.directory, sales, submit }),
    ],
    contextOf(parts),
  );
}

/**
 * All other operations that change something: sign-in and the person's own data, listings, practice, and sales that
 * staff schedule. Served behind the gateway, which accepts changes from our own pages only, and where `request.ip` can
 * be trusted.
 */
export function commandRoutes(parts: CommandRouteParts): Route[] {
  const { accounts, sales, practice, listingSales: saleOf, log, clock } = parts;
  const { directory, files, numbers, secrets } = accounts;
  const listingParts = { log, clock, secrets, files, numbers, directory, saleOf };
  return routesOf(
    [
      ...accountEndpoints({ ...parts, lotOf: (lot) => sales.lotOf(lot) }),
      ...saleEndpoints({ ...parts, secrets, numbers, directory }),
      ...pictureEndpoints(accounts.files),
      ...listingEndpoints(listingParts),
      ...lotFileEndpoints(listingParts),
      ...lotMediaEndpoints(listingParts),
      ...favouritePicEndpoints({ log, clock, secrets }),
      ...interestEndpoints({ ...parts, directory }),
      ...notificationEndpoints(parts),
      ...savedSearchEndpoints({ ...parts, secrets: accounts.secrets, directory }),
      ...contentEndpoints(parts),
      ...kindEndpoints(parts),
      ...messageEndpoints({ ...parts, emails: accounts.emails }),
      ...(practice ? practiceEndpoints(practice) : []),
    ],
    contextOf(parts),
  );
}
