import { fileOf } from '@saleyard/command-api/accounts/account-files.ts';
import { openText, openTexts } from '@saleyard/command-api/accounts/personal-data.ts';
import { openVendorPic } from '@saleyard/command-api/favourite-pics/favourite-pics.endpoints.ts';
import { lotDocumentOf } from '@saleyard/command-api/listings/lot-files.ts';
import { lotPictureOf, lotSignatureOf, lotVideoOf } from '@saleyard/command-api/listings/lot-media.ts';
import { openLotTemplate } from '@saleyard/command-api/listings/lot-templates.endpoints.ts';
import { openCriteria } from '@saleyard/command-api/saved-searches/criteria.ts';
import { lotMedium } from '@saleyard/contract/lot-attachments.ts';
import { pictureKey, uploadedPicture, widthAtLeast } from '@saleyard/contract/picture-addresses.ts';
import { DiskReserve, spaceOf } from '@saleyard/platform/disk-space.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { createDocumentMaker, createDocumentPool } from '@saleyard/projections/documents/document-maker.ts';
import { sellerOf } from '@saleyard/projections/listings/lot-documents.queries.ts';
import { projectionsRoutes } from '@saleyard/projections/projections-routes.ts';
import { startProjections } from '@saleyard/projections/projector.ts';
import { presenceFrom } from '@saleyard/projections/staff/room-presence.ts';
import { createSaleAudits } from '../../audit/sale-audits.ts';
import { drawnPicture } from '../../sample-data/pictures/pictures-router.ts';
import type { RoleParts } from '../engines.ts';
import type { IdentityService } from '../identity-service.ts';
import type { Checks } from '../readiness.ts';
import { measureProjections } from '../role-metrics.ts';
import { siteOriginOf } from '../settings.ts';

/** px of an uploaded picture in a PDF, where it takes a third of the width of the paper. */
const PRINTED_WIDTH = 640;

const WORKING: readonly string[] = ['live', 'catching-up', 'standing-by'];

/** Makes the read models, or stands by while another process does, and answers what is read from them. */
export async function startProjectionsRole(parts: RoleParts, identity: IdentityService) {
  const { config, clock, logger, engines, metrics } = parts;
  const { log, documents, secrets, files, mailer } = engines;
  const { sessions, accounts } = identity;
  const ending = new AbortController();
  const leases = await engines.join('projections', true);
  const { search } = accounts;
  const projections = startProjections({
    log,
    documents,
    clock,
    logger,
    leases,
    signal: ending.signal,
    searchKeysOf: (account) => search.keysOf(account),
  });
  const stopMeasuring = metrics && measureProjections(metrics, { projections, log, clock });
  // Alone, it takes part once its read models can be read; until then those of the version before answer.
  const mayWait = config.role === 'projections';
  const checks: Checks = {
    projections: () => {
      const { state, unreadable } = projections.status();
      return WORKING.includes(state) && !(mayWait && unreadable.length > 0);
    },
  };
  const pool = createDocumentPool();
  const maker = createDocumentMaker({
    documents,
    clock,
    pool,
    pictureOf: async (url) => {
      const svg = drawnPicture(url);
      if (svg !== null) return { svg };
      const uploaded = uploadedPicture(url);
      if (uploaded === null) return null;
      const width = widthAtLeast(uploaded, PRINTED_WIDTH);
      const medium = lotMedium(url);
      if (medium !== null) {
        const account = await sellerOf(documents, medium.key);
        const place = account === null ? null : { account, lot: medium.lot, key: medium.key };
        return place && lotPictureOf({ secrets, files }, place, String(width));
      }
      const bytes = await files.get(pictureKey(uploaded.name, width));
      return bytes ? { bytes } : null;
    },
    openTexts: (texts) => openTexts(secrets, texts),
    profileOf: (account) => accounts.directory.personOf(account),
    failed: (error) => logger.error({ err: error }, 'a document or a picture in it could not be made'),
  });
  const reserve = new DiskReserve({ read: spaceOf(config.data), clock, megabytes: config.diskReserve });
  const saleAudits = createSaleAudits({ stores: config, log, clock, logger });
  const routes = projectionsRoutes({
    projections,
    documents,
    clock,
    maker,
    siteOrigin: siteOriginOf(config),
    // Only e-mails that stay in the outbox take disk space.
    ...(config.smtpUrl === null && { reserveSpace: (bytes: number) => reserve.take(bytes) }),
    mailing: {
      mailer,
      async senderOf(id) {
        const [account, person] = await Promise.all([
          accounts.directory.account(id),
          accounts.directory.personOf(id),
        ]);
        return account && person && { email: person.email, isEmailConfirmed: !account.isEmailUnconfirmed };
      },
    },
    // A session that the write side has looked up already is taken as it is.
    session: sessions.middleware,
    viewerOf: (request) => identity.signedIn(sessions.identityOf(request)?.account),
    log,
    saleAudits,
    presenceOf: presenceFrom(engines.bus, clock, newId),
    personOf: (account) => accounts.directory.personOf(account),
    lotDocumentOf: (account, key, name) => lotDocumentOf({ secrets, files }, account, key, name),
    openTexts: (texts) => openTexts(secrets, texts),
    lotMediaOf: {
      picture: (place, size) => lotPictureOf({ secrets, files }, place, size),
      video: (place, asked) => lotVideoOf({ secrets, files }, place, asked),
      signature: (place) => lotSignatureOf({ secrets, files }, place),
    },
    searches: {
      nameOf: (account, sealed) => openText(secrets, account, sealed),
      criteriaOf: (account, sealed) => openCriteria(secrets, account, sealed),
    },
    openPic: (account, sealed) => openVendorPic(secrets, account, sealed),
    openTemplate: (account, sealed) => openLotTemplate(secrets, account, sealed),
    creators: {
      profileOf: (account) => accounts.directory.personOf(account),
      logoOf: (account, key) => fileOf({ log, accounts }, account, 'logo', key),
    },
    people: {
      profileOf: (account) => accounts.directory.personOf(account),
      searchKeysIn: (text) => search.keysIn(text),
      agentKeysIn: (sought) => search.agentKeysIn(sought),
    },
  });
  return {
    checks,
    routes,
    async close(): Promise<void> {
      stopMeasuring?.();
      ending.abort();
      await pool.close();
      await saleAudits.close();
      await projections.stopped;
      await leases.close();
    },
  };
}
