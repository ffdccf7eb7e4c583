import type { AskedView } from '@saleyard/contract/first-view.ts';
import { API } from '@saleyard/contract/operation.ts';
import { apiRouter, type Route } from '@saleyard/http/endpoint.ts';
import { errorHandler, type OnFailure, refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import express, { type Request } from 'express';
import { LoopTurns } from '../shedding/loop-turns.ts';
import { Pressure } from '../shedding/pressure.ts';
import { Shedding, type SheddingCounters } from '../shedding/shedding.ts';
import type { SheddingLimits } from '../shedding/work.ts';
import { workOf } from '../shedding/work-of.ts';
import { compressedAnswers } from './compressed-answers.ts';
import type { RenderView } from './first-views.ts';
import {
  createHttpService,
  type HttpService,
  type Readiness,
  type StopState,
  statusRoutes,
} from './http-service.ts';
import { type ObservedResponse, observeResponses } from './response-observer.ts';
import type { TrustedProxyHeaders } from './trusted-proxy-headers.ts';

/** Where gateways have first views rendered. */
export const FIRST_VIEW_PATH = '/first-view';

type Parts = {
  proxyHeaders: TrustedProxyHeaders;
  /** The operations it serves. */
  routes: readonly Route[];
  clock: Clock;
  /** Renders first views for gateways; left out, it renders none. */
  renderView?: RenderView | undefined;
  /** Whether a request has a valid session; what is shed under load depends on it [G24]. */
  isSignedIn(request: Request): Promise<boolean>;
  isReady(): Promise<Readiness>;
  /** Called with internal errors; clients don't see them. */
  failed: OnFailure;
  drainMs?: number;
  sheddingLimits?: SheddingLimits;
  onAnswer?: (answered: ObservedResponse) => void;
};

/**
 * One side of REST in a process of its own. It serves only our own gateways, which have checked the request's origin
 * and that our own pages sent it [G22].
 */
export function createInternalService(parts: Parts): HttpService & { counters(): SheddingCounters } {
  const { proxyHeaders, clock, drainMs, sheddingLimits: limits } = parts;
  const pressure = new Pressure(clock, limits);
  const shedding = new Shedding({ pressure, clock, limits, readTurns: new LoopTurns() });
  const state: StopState = { stopping: false };
  const app = express();
  app.disable('x-powered-by');
  // Trusts only the headers set by `establish`.
  app.set('trust proxy', 1);
  if (parts.onAnswer) app.use(observeResponses(clock, parts.onAnswer));
  statusRoutes(app, state, () => parts.isReady());
  app.use((request, response, next) => {
    if (proxyHeaders.establish(request)) next();
    else sendRefusal(response, refusal('foreign-origin'));
  });
  const { renderView } = parts;
  if (renderView)
    // It reads as a visitor, so it is shed as a visitor's reads are, before it begins.
    app.post(
      FIRST_VIEW_PATH,
      shedding.entrance(() => 'anonymous'),
      express.json(),
      async (request, response) => {
        // It logs its own failures.
        const view = await renderView(request.body as AskedView).catch(() => undefined);
        if (view === undefined) response.status(500).end();
        else if (view === null) response.status(204).end();
        else response.type('application/octet-stream').send(view);
      },
    );
  app.use(API, compressedAnswers);
  app.use(
    API,
    apiRouter(parts.routes, (operation) => {
      const work = (request: Request) => workOf(operation, request, () => parts.isSignedIn(request));
      return { before: [shedding.entrance(work)], acquire: shedding.acquire(work) };
    }),
  );
  app.use((_request, response) => {
    sendRefusal(response, refusal('not-found'));
  });
  app.use(errorHandler(parts.failed));
  const ending = async () => pressure.stop();
  return {
    ...createHttpService({ handler: app, clock, state, drainMs, ending }),
    counters: () => shedding.counters,
  };
}
