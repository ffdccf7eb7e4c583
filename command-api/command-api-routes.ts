import { type EndpointContext, type Route, routesOf } from '@saleyard/http/endpoint.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { VisitorPasses } from '@saleyard/platform/sessions/visitor-passes.ts';
import type { QuotaChecks } from './accounts/account-quotas.ts';
import { type AccountEndpointParts, accountEndpoints } from './accounts/accounts.endpoints.ts';
import { contentEndpoints } from './content/content.endpoints.ts';
import { textEndpoints } from './content/texts.endpoints.ts';
import type { SubmitCommand } from './engine-replies.ts';
import { favouritePicEndpoints } from './favourite-pics/favourite-pics.endpoints.ts';
import { feeEndpoints } from './fees/fees.endpoints.ts';
import { floorBuyerEndpoints } from './floor-buyers/floor-buyers.endpoints.ts';
import { kindEndpoints } from './kinds/kinds.endpoints.ts';
import type { ListingSales } from './listings/listing-sales.ts';
import { listingEndpoints } from './listings/listings.endpoints.ts';
import { lotFileEndpoints } from './listings/lot-files.endpoints.ts';
import { lotMediaEndpoints } from './listings/lot-media.endpoints.ts';
import { lotTemplateEndpoints } from './listings/lot-templates.endpoints.ts';
import { manyListingsEndpoints } from './listings/many-listings.endpoints.ts';
import { callerOf } from './live-routes.ts';
import { interestEndpoints } from './messages/interest.endpoints.ts';
import { type MessageEndpointParts, messageEndpoints } from './messages/messages.endpoints.ts';
import { notificationEndpoints } from './notifications/notifications.endpoints.ts';
import { pictureEndpoints } from './pictures/pictures.endpoints.ts';
import { practiceEndpoints } from './practice/practice.endpoints.ts';
import type { PracticeService } from './practice/practice-service.ts';
import type { SaleDirectory } from './sales/sale-directory.ts';
import type { WatchersOf } from './sales/sale-people.ts';
import { saleEndpoints } from './sales/sales.endpoints.ts';
import { savedSearchEndpoints } from './saved-searches/saved-searches.endpoints.ts';

export type CommandRouteParts = Omit<AccountEndpointParts, 'lotOf'> &
  Omit<MessageEndpointParts, 'emails'> &
  Pick<EndpointContext, 'reserveSpace'> &
  Partial<QuotaChecks> & {
    log: EventLog;
    sales: SaleDirectory;
    submit: SubmitCommand;
    /** The sales that listings are intended for. */
    listingSales: ListingSales;
    /** The accounts that watch one of some lots. Omitted: nobody does. */
    watchersOf?: WatchersOf;
    /** Omitted: no practice sales. */
    practice?: { service: PracticeService; passes: VisitorPasses };
  };

/**
 * All other operations that change something: sign-in and the person's own data, listings, practice, and sales that
 * staff schedule. Served behind the gateway, which accepts changes from our own pages only, and where `request.ip` can
 * be trusted.
 */
export function commandRoutes(parts: CommandRouteParts): Route[] {
  const { accounts, sales, practice, listingSales: saleOf, log, clock } = parts;
  const { directory, files, numbers, secrets } = accounts;
  const { draftQuota } = parts;
  const listingParts = { log, clock, secrets, files, numbers, directory, saleOf, draftQuota };
  return routesOf(
    [
      ...accountEndpoints({ ...parts, lotOf: (lot) => sales.lotOf(lot) }),
      ...saleEndpoints({ ...parts, secrets, numbers, directory }),
      ...floorBuyerEndpoints({ log, clock, secrets, directory, submit: parts.submit }),
      ...pictureEndpoints(accounts.files),
      ...listingEndpoints(listingParts),
      ...manyListingsEndpoints(listingParts),
      ...lotFileEndpoints(listingParts),
      ...lotMediaEndpoints(listingParts),
      ...favouritePicEndpoints({ log, clock, secrets }),
      ...interestEndpoints({ ...parts, directory, texts: accounts.texts }),
      ...lotTemplateEndpoints({ log, clock, secrets }),
      ...notificationEndpoints(parts),
      ...savedSearchEndpoints({ ...parts, secrets: accounts.secrets, directory }),
      ...contentEndpoints(parts),
      ...textEndpoints({ log, clock, directory }),
      ...kindEndpoints(parts),
      ...feeEndpoints({ log, clock, directory }),
      ...messageEndpoints({ ...parts, emails: accounts.emails }),
      ...(practice
        ? practiceEndpoints({
            practice: practice.service,
            passes: practice.passes,
            log,
            submit: parts.submit,
            lotOf: (lot) => sales.lotOf(lot),
          })
        : []),
    ],
    {
      ...callerOf(parts),
      ...(parts.reserveSpace && { reserveSpace: parts.reserveSpace }),
      ...(parts.reserveQuota && { reserveQuota: parts.reserveQuota }),
    },
  );
}
