import { quotaChecks } from '@saleyard/command-api/accounts/account-quotas.ts';
import { AGGREGATE_SNAPSHOTS } from '@saleyard/command-api/aggregate-snapshots.ts';
import { statesOf } from '@saleyard/command-api/aggregate-states.ts';
import { BackgroundWork } from '@saleyard/command-api/background-work.ts';
import { commandRoutes } from '@saleyard/command-api/command-api-routes.ts';
import type { AuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import type { SubmitCommand } from '@saleyard/command-api/engine-replies.ts';
import { keepSwept } from '@saleyard/command-api/listings/unfinished-uploads.ts';
import { accountNotices } from '@saleyard/command-api/processes/account-notices.ts';
import { alertMails } from '@saleyard/command-api/processes/alert-mails.ts';
import { cataloguedListings } from '@saleyard/command-api/processes/catalogued-listings.ts';
import { correctionMails } from '@saleyard/command-api/processes/correction-mails.ts';
import { emailConfirmations } from '@saleyard/command-api/processes/email-confirmations.ts';
import { endedAccounts } from '@saleyard/command-api/processes/ended-accounts.ts';
import type { ProcessManagers } from '@saleyard/command-api/processes/process-events.ts';
import { runProcessManager } from '@saleyard/command-api/processes/process-manager.ts';
import { saleMessageMails } from '@saleyard/command-api/processes/sale-message-mails.ts';
import {
  type RemindedSale,
  remindTenDaysBefore,
  saleReminders,
} from '@saleyard/command-api/processes/sale-reminders.ts';
import { scheduleMails } from '@saleyard/command-api/processes/schedule-mails.ts';
import { queueAlertMails, searchAlerts } from '@saleyard/command-api/processes/search-alerts.ts';
import { createSentMessages } from '@saleyard/command-api/processes/sent-messages.ts';
import { vendorMails } from '@saleyard/command-api/processes/vendor-mails.ts';
import type { SaleDirectory } from '@saleyard/command-api/sales/sale-directory.ts';
import { createEmailConfirmation } from '@saleyard/command-api/sign-in/email-confirmation.ts';
import { openOneTimeCodes } from '@saleyard/command-api/sign-in/one-time-codes.ts';
import { createSecondFactors } from '@saleyard/command-api/sign-in/second-factors.ts';
import { lotAddress } from '@saleyard/contract/web-addresses.ts';
import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import { lotLabel, titleOf } from '@saleyard/domain/presentation/lots.ts';
import { DiskReserve, spaceOf } from '@saleyard/platform/disk-space.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { createKnownDevices } from '@saleyard/platform/sessions/known-devices.ts';
import { watchersOf } from '@saleyard/projections/accounts/accounts.queries.ts';
import { remindedOf } from '@saleyard/projections/accounts/reminders.queries.ts';
import { listingLetter } from '@saleyard/projections/listings/listing-letter.ts';
import { draftsOf, listingOfSale, pendingListings } from '@saleyard/projections/listings/listings.queries.ts';
import { findLot, lotsAmong, privateLots } from '@saleyard/projections/lots/lots.queries.ts';
import {
  auctionsToGoLive,
  findAuction,
  type StoredAuction,
  saleForListings,
} from '@saleyard/projections/sales/auctions.queries.ts';
import { practiceReadModel } from '@saleyard/projections/sales/practice.queries.ts';
import {
  activeSearchesOf,
  alertMailsDue,
  searchMatcher,
} from '@saleyard/projections/search/saved-searches.queries.ts';
import { EnginePracticeService } from '../../practice/practice-service.ts';
import { watchDisk } from '../disk-watch.ts';
import type { RoleParts } from '../engines.ts';
import type { IdentityService } from '../identity-service.ts';
import { countedSubmit, measureDisk } from '../role-metrics.ts';
import { siteOriginOf } from '../settings.ts';
import { startEngineRole } from './engine.ts';

/** What a reminder says of a sale. */
function remindedSale({
  _id,
  title,
  searchNumber,
  kindData,
  allowAutoBid,
  ...sale
}: StoredAuction): RemindedSale {
  return { auction: _id, title, searchNumber, kind: kindData.type, public: sale.public, allowAutoBid };
}

/** How commands reach the engine, in this thread or in another. */
export type EngineAccess = {
  submit: SubmitCommand;
  openAuctions: () => Promise<readonly AuctionId[]>;
  /** Left out where the engine is in another thread. */
  stateOf?: AuctionHost['stateOf'];
};

type HandlingEngines = { engine: EngineAccess; sales: SaleDirectory; leases: Leases };

/** Takes what changes something but a live sale, and does what follows from events. */
export async function startCommandHandling(
  parts: RoleParts,
  identity: IdentityService,
  { engine, sales, leases }: HandlingEngines,
) {
  const { config, clock, logger, engines, metrics } = parts;
  const { log, documents, secrets, bus, outbox, mailer, sms } = engines;
  const { accounts, sessions } = identity;
  const { submit } = engine;
  const ending = new AbortController();
  const background = new BackgroundWork(logger);
  await documents.declare([{ name: AGGREGATE_SNAPSHOTS }]);
  const states = statesOf(log);
  states.keepSnapshots(documents, logger);
  const { directory } = accounts;
  const practice = new EnginePracticeService({
    log,
    clock,
    logger,
    submit,
    readModel: practiceReadModel(documents),
  });
  const codes = await openOneTimeCodes({ documents, secrets, clock });
  const siteOrigin = siteOriginOf(config);
  const messages = createSentMessages({ log, clock });
  const confirmation = createEmailConfirmation({ log, clock, accounts, codes, mailer, logger, siteOrigin });
  const reminders = saleReminders({
    directory,
    sms,
    messages,
    clock,
    logger,
    siteOrigin,
    async saleOf(auction) {
      const found = await findAuction(documents, auction, { hidden: true });
      return found === undefined ? null : remindedSale(found);
    },
    salesToGoLive: async (from, to) => (await auctionsToGoLive(documents, from, to)).map(remindedSale),
    reminded: (kind, reminder) => remindedOf(documents, kind, reminder),
  });
  const openSale = async (auction: string) => {
    const found = await findAuction(documents, auction, { hidden: true });
    return found === undefined || found.state === 'closed' || found.cancelled ? null : found;
  };
  const pendingOf = (auction: string) => pendingListings({ documents, log }, auction);
  const managers: ProcessManagers = {
    'account-notices': accountNotices({ directory, mailer, messages, logger, siteOrigin }),
    'ended-accounts': endedAccounts({ log, sessions, codes, outbox, clock, ...engine }),
    'email-confirmations': emailConfirmations({ confirmation, messages }),
    'catalogued-listings': cataloguedListings({ log, clock, submit, pendingOf }),
    'sale-reminders': reminders,
    'sale-message-mails': saleMessageMails({
      log,
      directory,
      mailer,
      messages,
      logger,
      siteOrigin,
      watchersOf: (lots) => watchersOf(documents, lots),
    }),
    'schedule-mails': scheduleMails({
      log,
      directory,
      mailer,
      messages,
      logger,
      siteOrigin,
      watchersOf: (lots) => watchersOf(documents, lots),
      pendingOf,
    }),
    'search-alerts': searchAlerts({
      log,
      clock,
      secrets,
      matcher: searchMatcher(documents),
      searches: () => activeSearchesOf(documents),
      kindOfOpenSale: async (auction) => (await openSale(auction))?.kindData.type ?? null,
    }),
    'alert-mails': alertMails({
      secrets,
      directory,
      mailer,
      messages,
      logger,
      siteOrigin,
      async saleOf(auction, lots) {
        const sale = await openSale(auction);
        const onOffer = sale === null ? [] : await lotsAmong(documents, lots, {});
        if (sale === null || onOffer.length === 0) return null;
        const named = onOffer.map((lot) => ({
          ...lot,
          label: lotLabel(lot, sale),
          title: lot.publicDetails.title,
        }));
        return { ...sale, lots: named };
      },
    }),
    'correction-mails': correctionMails({
      log,
      directory,
      mailer,
      messages,
      logger,
      siteOrigin,
      async lotOf(auction, id) {
        const [sale, lot, own] = await Promise.all([
          findAuction(documents, auction, { hidden: true }),
          findLot(documents, id),
          privateLots(documents, [id]),
        ]);
        const kept = own.get(id);
        if (sale === undefined || lot === undefined || kept === undefined) return null;
        const { number, publicDetails, [SENT_AS.unit]: unit } = lot;
        const title = titleOf(publicDetails.title, lot.count);
        const address = lotAddress(sale, lot, 'results');
        return { saleTitle: sale.title, number, title, address, unit, vendor: kept.createdBy };
      },
    }),
    'vendor-mails': vendorMails({
      log,
      secrets,
      directory,
      mailer,
      messages,
      logger,
      siteOrigin,
      async letterOf(listing, revision, vendorName) {
        const found = await listingOfSale(documents, listing);
        if (found === undefined || found.listing.revision < revision) return null;
        return listingLetter(found, vendorName);
      },
    }),
  };
  const acting = { clock, leases, logger, signal: ending.signal };
  const reserve = new DiskReserve({ read: spaceOf(config.data), clock, megabytes: config.diskReserve });
  const stopWatching = watchDisk(reserve, { clock, logger });
  const swept = keepSwept({ files: engines.files, clock, logger });
  if (metrics) measureDisk(metrics, reserve, swept);
  const processes = [
    ...Object.values(managers).map((manager) => runProcessManager({ log, documents, ...acting }, manager)),
    remindTenDaysBefore(reminders, acting),
    queueAlertMails({ log, ...acting, due: (now) => alertMailsDue(documents, now) }),
  ];
  return {
    routes: commandRoutes({
      log,
      bus,
      clock,
      logger,
      sessions,
      accounts,
      sales,
      practice: { service: practice, passes: identity.passes },
      outbox,
      mailer,
      isDemo: config.demo,
      background,
      devices: await createKnownDevices({ secrets, secure: config.secure }),
      codes,
      secondFactors: await createSecondFactors({ secrets, codes, clock }),
      watchersOf: (lots) => watchersOf(documents, lots),
      listingSales: (numberOrId) => saleForListings(documents, numberOrId),
      reserveSpace: (bytes) => reserve.take(bytes),
      ...quotaChecks({
        quotas: {
          drafts: config.accountDrafts,
          megabytes: config.accountMegabytes,
          parts: config.accountParts,
        },
        files: engines.files,
        clock,
        draftsOf: (account) => draftsOf(documents, account),
      }),
      publicUrl: config.publicUrl,
      siteOrigin,
      submit: metrics ? countedSubmit(submit, metrics) : submit,
    }),
    /** Takes no more commands, and ends what was begun here: the engine must still decide. */
    async close(): Promise<void> {
      stopWatching();
      swept.stop();
      await practice.close();
      ending.abort();
      await Promise.all([...processes, background.settled()]);
      await states.settled();
    },
  };
}

/** Runs auctions, takes what changes something, and feeds the bus from the log. Resolves when its auctions are open. */
export async function startCommandRole(parts: RoleParts, identity: IdentityService) {
  const live = await startEngineRole(parts, identity);
  const { host, sales, submit, leases, checks } = live;
  const engine = {
    submit,
    openAuctions: async () => host.openAuctions(),
    stateOf: (auction: AuctionId) => host.stateOf(auction),
  };
  const handling = await startCommandHandling(parts, identity, { engine, sales, leases });
  return {
    host,
    sales,
    submit,
    checks,
    routes: [...live.routes, ...handling.routes],
    /** Takes no more commands, finishes what is being appended, and gives its auctions to the other nodes. */
    async close(): Promise<void> {
      await handling.close();
      await live.close();
    },
  };
}
