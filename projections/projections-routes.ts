import { type EndpointContext, type Route, routesOf } from '@saleyard/http/endpoint.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { favouritePicEndpoints, type OpenVendorPic } from './accounts/favourite-pics.endpoints.ts';
import { notificationEndpoints } from './accounts/notifications.endpoints.ts';
import { bidEndpoints } from './bids/bids.endpoints.ts';
import { counterpartiesOf } from './bids/counterparties.ts';
import { participationEndpoints } from './bids/participation.endpoints.ts';
import { SaleReader } from './bids/sale-reader.ts';
import { whyEndpoints } from './bids/why.endpoints.ts';
import { contentEndpoints } from './content/content.endpoints.ts';
import { referenceEndpoints } from './content/reference.endpoints.ts';
import type { DocumentMaker } from './documents/document-maker.ts';
import { type MailParts, mailedDocumentEndpoints } from './documents/mailed-documents.endpoints.ts';
import { printedDocumentEndpoints } from './documents/printed-documents.endpoints.ts';
import { listingEndpoints } from './listings/listings.endpoints.ts';
import type { LotDocumentOf, LotMediaOf } from './listings/lot-documents.queries.ts';
import { lotMediaEndpoints } from './listings/lot-media.endpoints.ts';
import { lotTemplateEndpoints, type OpenLotTemplate } from './listings/lot-templates.endpoints.ts';
import { withBuyers } from './lots/buyers.ts';
import { type CreatorParts, creatorsOf } from './lots/creators.ts';
import { LotCounts } from './lots/lot-counts.ts';
import { lotEndpoints } from './lots/lots.endpoints.ts';
import { type OpenTexts, openClear } from './lots/own-texts.ts';
import { watchListEndpoints } from './lots/watch-list.endpoints.ts';
import { marketEndpoints } from './market/market.endpoints.ts';
import { auctionEndpoints } from './sales/auctions.endpoints.ts';
import { fairnessEndpoints } from './sales/fairness.endpoints.ts';
import { LotIndex } from './search/lot-index.ts';
import { type OpenedSearches, savedSearchEndpoints } from './search/saved-searches.endpoints.ts';
import { searchEndpoints } from './search/search.endpoints.ts';
import { activityEndpoints } from './staff/activity.endpoints.ts';
import { auditEndpoints, type SaleAudits } from './staff/audit.endpoints.ts';
import type { PresenceOf } from './staff/room-presence.ts';
import { type PersonOf, staffEndpoints } from './staff/staff.endpoints.ts';
import { type People, staffAccountEndpoints } from './staff/staff-accounts.endpoints.ts';

/** The dependencies of the read side's routes. */
export type ReadParts = Omit<EndpointContext, 'waitFor'> & {
  projections: { waitFor: NonNullable<EndpointContext['waitFor']>; status(): { reached: number } };
  documents: Documents;
  clock: Clock;
  personOf: PersonOf;
  /** Decrypts personal texts of listings. Omitted: they are not shown. */
  openTexts?: OpenTexts;
  /** Reads the documents of lots. Omitted: there are none. */
  lotDocumentOf?: LotDocumentOf;
  /** Reads sellers' pictures, videos and signatures. Omitted: there are none. */
  lotMediaOf?: LotMediaOf;
  /** The people in the rooms. Omitted: the rooms are empty. */
  presenceOf?: PresenceOf;
  /** Reads sales for those who ask why their bids won or lost. Omitted: they can't be read. */
  log?: EventLog;
  /** Audits sales. Omitted: they can't be audited. */
  saleAudits?: SaleAudits;
  /** The public address, for links in files; omitted: files have no links. */
  siteOrigin?: string;
  /** Omitted: people can't be searched. */
  people?: People;
  /** Reads the creators of lots. Omitted: none are shown. */
  creators?: CreatorParts;
  /** Decrypts saved searches. Omitted: there are none. */
  searches?: OpenedSearches;
  /** Decrypts favourite PICs. Omitted: there are none. */
  openPic?: OpenVendorPic;
  /** Decrypts templates of lots. Omitted: there are none. */
  openTemplate?: OpenLotTemplate;
  /** Makes documents. Omitted: there are none. */
  maker?: DocumentMaker;
  /** Sends documents by e-mail. Omitted: they can't be sent. */
  mailing?: Pick<MailParts, 'mailer' | 'senderOf'>;
};

/** All routes that read from the read models. */
export function projectionsRoutes(parts: ReadParts): Route[] {
  const { projections, documents, clock, personOf, openTexts = openClear, presenceOf, ...others } = parts;
  const { people, creators, searches, openPic, openTemplate, maker, mailing, ...rest } = others;
  const { saleAudits, log, lotDocumentOf, lotMediaOf, ...context } = rest;
  const { siteOrigin = '', ...served } = context;
  const reached = () => projections.status().reached;
  const lotIndex = new LotIndex(documents);
  const sales = log && new SaleReader(log);
  const counts = new LotCounts(documents, clock);
  const buyers = withBuyers(documents, people?.profileOf);
  const endpoints = [
    ...referenceEndpoints({ documents, clock }),
    ...contentEndpoints(documents),
    ...auctionEndpoints(documents, clock, siteOrigin),
    ...lotEndpoints(documents, lotIndex, {
      counts,
      buyers,
      creators: creatorsOf(documents, creators),
      openTexts,
      clock,
      reached,
    }),
    ...searchEndpoints(documents, lotIndex),
    ...marketEndpoints(documents, clock),
    ...watchListEndpoints(documents),
    ...bidEndpoints(documents),
    ...(sales ? [...whyEndpoints(sales), ...fairnessEndpoints(documents, sales)] : []),
    ...participationEndpoints(documents, {
      buyers,
      counterparties: counterpartiesOf(documents, {
        profileOf: people?.profileOf ?? (async () => null),
        openTexts,
      }),
    }),
    ...staffEndpoints(documents, { personOf, presenceOf, openTexts, clock, reached }),
    ...activityEndpoints({
      documents,
      clock,
      personOf,
      ...(people && { exporting: { documents, profileOf: people.profileOf, openTexts } }),
    }),
    ...(saleAudits && maker
      ? auditEndpoints(documents, { saleAudits, maker, personOf, lotIndex, people })
      : []),
    ...notificationEndpoints(documents, clock),
    ...listingEndpoints({
      documents,
      clock,
      counts,
      personOf,
      openTexts,
      profileOf: creators?.profileOf ?? (async () => null),
      log,
    }),
    ...(lotMediaOf ? lotMediaEndpoints(documents, lotMediaOf) : []),
    ...(searches ? savedSearchEndpoints(documents, searches) : []),
    ...(openPic ? favouritePicEndpoints(documents, openPic) : []),
    ...(openTemplate ? lotTemplateEndpoints(documents, openTemplate) : []),
    ...(people ? staffAccountEndpoints(documents, people) : []),
    ...(maker
      ? printedDocumentEndpoints({ documents, clock, maker, personOf, openTexts, lotDocumentOf })
      : []),
    ...(maker && mailing
      ? mailedDocumentEndpoints({ documents, maker, personOf, openTexts, siteOrigin, ...mailing })
      : []),
  ];
  return routesOf(endpoints, {
    ...served,
    waitFor: (position, ms) => projections.waitFor(position, ms),
  });
}
