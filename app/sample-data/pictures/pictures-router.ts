import { Router } from 'express';
import { STOCK } from '../stock.ts';
import { COATS } from './coats.ts';
import { drawLot } from './lot-picture.ts';

const NAME = /^(cattle|sheep|goat|sheep-abblamb)-([a-z]+)-(\d{1,6})\.svg$/;
/** A picture never changes under its name. Seconds. */
const KEPT_SECONDS = 30 * 24 * 3_600;

const isCoat = (name: string): name is keyof typeof COATS => Object.hasOwn(COATS, name);
const isKind = (name: string): name is keyof typeof STOCK => Object.hasOwn(STOCK, name);

/** Serves `lots/{kind}-{coat}-{number}.svg` under `/media`, drawn from its name. Other names are passed on. */
export function picturesRouter(): Router {
  const router = Router();
  router.get('/lots/:name', (request, response, next) => {
    const [, kind = '', coat = '', number = ''] = NAME.exec(request.params.name) ?? [];
    if (!isKind(kind) || !isCoat(coat)) return next();
    response
      .set('Cache-Control', `public, max-age=${KEPT_SECONDS}, immutable`)
      .set('X-Content-Type-Options', 'nosniff')
      .type('image/svg+xml')
      .send(drawLot(kind, coat, Number(number)));
  });
  return router;
}
