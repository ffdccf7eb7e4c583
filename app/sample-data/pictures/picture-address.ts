import type { KindType } from '@saleyard/domain/auction/terms.ts';
import type { Coat } from '../stock.ts';
import type { Look } from './animals.ts';

/** Where lot pictures are served: `picturesRouter` is mounted under `/media`. */
export const PICTURES_PATH = '/media/lots';

/** The address of a lot's picture: its name holds everything it is drawn from. */
export const pictureAddress = (kind: KindType, coat: Coat, number: number, look?: Look): string => {
  const animal = look === undefined ? '' : `-${look.sex}${look.horned ? '-horned' : ''}`;
  return `${PICTURES_PATH}/${kind}-${coat}${animal}-${number}.svg`;
};
