import type { KindType } from '@saleyard/domain/auction/terms.ts';
import type { Coat } from '../stock.ts';

/** Where lot pictures are served: `picturesRouter` is mounted under `/media`. */
export const PICTURES_PATH = '/media/lots';

/** The address of a lot's picture: its name holds everything it is drawn from. */
export const pictureAddress = (kind: KindType, coat: Coat, number: number): string =>
  `${PICTURES_PATH}/${kind}-${coat}-${number}.svg`;
