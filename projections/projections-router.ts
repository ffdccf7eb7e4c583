import { Router } from 'express';
import { auctionsRoutes } from './auctions/auctions.routes.ts';
import { bidsRoutes } from './bids/bids.routes.ts';
import { type ReadParts, readFailures } from './http/reads.ts';
import { lotsRoutes } from './lots/lots.routes.ts';
import { referenceRoutes } from './reference/reference.routes.ts';
import { staffRoutes } from './staff/staff.routes.ts';
import { watchListRoutes } from './watch-list/watch-list.routes.ts';

/** Everything that is read from the read models, under `api/v1/`. What it does not know it passes on. */
export function projectionsRouter(parts: ReadParts): Router {
  const router = Router();
  router.use(referenceRoutes(parts));
  router.use(auctionsRoutes(parts));
  // Before the lots: `watchlist` is not a lot's id.
  router.use(watchListRoutes(parts));
  router.use(lotsRoutes(parts));
  router.use(bidsRoutes(parts));
  router.use(staffRoutes(parts));
  router.use(readFailures(parts.logger));
  return router;
}
