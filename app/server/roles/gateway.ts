import { fileURLToPath } from 'node:url';
import { createGateway, type HttpLimits } from '@saleyard/gateway/http/create-gateway.ts';
import type { RenderView } from '@saleyard/gateway/http/first-views.ts';
import type { Readiness } from '@saleyard/gateway/http/http-service.ts';
import type { TrustedProxyHeaders } from '@saleyard/gateway/http/trusted-proxy-headers.ts';
import { uploadedPictures } from '@saleyard/gateway/http/uploaded-pictures.ts';
import { SHEDDING_LIMITS, STEADY_SHEDDING } from '@saleyard/gateway/shedding/work.ts';
import type { Route } from '@saleyard/http/endpoint.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { findAuction } from '@saleyard/projections/sales/auctions.queries.ts';
import { linkPreview } from '@saleyard/projections/sales/link-previews.ts';
import { picturesRouter } from '../../sample-data/pictures/pictures-router.ts';
import type { RoleParts } from '../engines.ts';
import type { IdentityService } from '../identity-service.ts';
import { countedAnswers, countedBids, measureGateway } from '../role-metrics.ts';
import { type OtherRoles, statusRoutes } from '../status.ts';

/** The built web. */
const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

type GatewayParts = RoleParts & {
  proxyHeaders: TrustedProxyHeaders;
  /** The operations of the other roles, or what forwards to them. */
  routes: readonly Route[];
  isReady: () => Promise<Readiness>;
  /** Renders first views of public pages. */
  renderView: RenderView;
  /** The processes of other roles; left out where they are in this process. */
  others?: OtherRoles;
  /** ms between saying that it stops and taking nothing new. */
  drainMs: number;
  /** Left out: those of the gateway. */
  perMinute?: HttpLimits | undefined;
};

/** The live side running, and how people come in. Resolves when they can. */
export async function startGatewayRole(parts: GatewayParts, identity: IdentityService) {
  const { config, clock, logger, engines, metrics } = parts;
  const { log, bus, documents, files } = engines;
  const leases = await engines.join('commands', false);
  const gateway = createGateway({
    log,
    bus,
    leases,
    clock,
    newId,
    sessionOf: (request) => identity.sessionOf(request),
    visitorOf: (request) => identity.passes.visitorOf(request),
    isRevoked: (ids) => identity.sessions.isRevoked(ids),
    auctionIdOf: async (number) =>
      (await findAuction(documents, String(number), { hidden: true }))?._id ?? null,
    failed: (error) => logger.error({ err: error }, 'the gateway met a fault'),
    routes: [...parts.routes, ...statusRoutes({ ...parts, documents, sendsMail: config.smtpUrl !== null })],
    // Sample lots, of a demo or of practice, have drawn pictures.
    media: [picturesRouter(), uploadedPictures(files)],
    staticDir: WEB_FOLDER,
    previewOf: (pathname) => linkPreview(documents, pathname),
    publicUrl: config.publicUrl,
    secure: config.secure,
    ownOrigins: config.publicUrl === null ? [] : [config.publicUrl],
    proxyHeaders: parts.proxyHeaders,
    drainMs: parts.drainMs,
    perMinute: parts.perMinute,
    serverState: () => ({
      isLive: true,
      message: '',
      demo: config.demo,
      supportPhone: identity.accounts.texts.contacts.callPhone,
    }),
    isReady: parts.isReady,
    renderView: parts.renderView,
    sheddingLimits: config.shedsWhenLate ? SHEDDING_LIMITS : STEADY_SHEDDING,
    ...(metrics && { onAnswer: countedAnswers(metrics), onBid: countedBids(metrics) }),
  });
  if (metrics) measureGateway(metrics, () => gateway.counters());
  const { port } = await gateway.listen(config.port, config.host);
  return {
    port,
    /** Closes all sockets with the code that makes clients reconnect. */
    async close(): Promise<void> {
      await gateway.close();
      await leases.close();
    },
  };
}
