import type { KindType } from '@saleyard/domain/auction/terms.ts';
import type { Coat } from '../stock.ts';

/** Where lot pictures are served: `picturesRouter` stands under `/media`. */
const PICTURES_PATH = '/media/lots';

/** The address of a lot's picture: everything it is drawn from stands in its name. */
export const pictureAddress = (kind: KindType, coat: Coat, number: number): string =>
  `${PICTURES_PATH}/${kind}-${coat}-${number}.svg`;
