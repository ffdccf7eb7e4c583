import { Router } from 'express';
import { STOCK } from '../stock.ts';
import { BUILDS } from './animals.ts';
import { COATS } from './coats.ts';
import { drawLot } from './lot-picture.ts';
import { PICTURES_PATH } from './picture-address.ts';

const NAME = /^(cattle|sheep-abblamb|sheep|goat)-([a-z]+)(?:-([a-z]+)(-horned)?)?-(\d{1,6})\.svg$/;
/** A picture never changes under its name. Seconds. */
const KEPT_SECONDS = 30 * 24 * 3_600;

const isCoat = (name: string): name is keyof typeof COATS => Object.hasOwn(COATS, name);
const isSex = (name: string): name is keyof typeof BUILDS => Object.hasOwn(BUILDS, name);
const isKind = (name: string): name is keyof typeof STOCK => Object.hasOwn(STOCK, name);

/** A lot's picture by the last part of its address; null: no lot has one of this name. */
function drawnByName(name: string): string | null {
  const [, kind = '', coat = '', sex, horned, number = ''] = NAME.exec(name) ?? [];
  if (!isKind(kind) || !isCoat(coat)) return null;
  if (sex === undefined) return drawLot(kind, coat, Number(number));
  return isSex(sex) ? drawLot(kind, coat, Number(number), { sex, horned: horned !== undefined }) : null;
}

/** A lot's picture (SVG) by its address; null: it is none of ours. */
export const drawnPicture = (url: string): string | null =>
  url.startsWith(`${PICTURES_PATH}/`) ? drawnByName(url.slice(PICTURES_PATH.length + 1)) : null;

/** Serves the pictures of `pictureAddress` under `/media`, drawn from their names. Other names are passed on. */
export function picturesRouter(): Router {
  const router = Router();
  router.get('/lots/:name', (request, response, next) => {
    const drawn = drawnByName(request.params.name);
    if (drawn === null) return next();
    response
      .set('Cache-Control', `public, max-age=${KEPT_SECONDS}, immutable`)
      .set('X-Content-Type-Options', 'nosniff')
      .type('image/svg+xml')
      .send(drawn);
  });
  return router;
}
