import { FAVOURITE_PICS_MOST } from '@saleyard/domain/account/favourite-pics.ts';

import * as Type from 'typebox';
import { FavouritePic, FIELDS } from '../favourite-pics.ts';
import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { CommandId, list, strictObject } from '../schema.ts';

const commandId = Type.Optional(CommandId);

const WRITTEN = strictObject({ pic: strictObject(FIELDS), commandId });

export const favouritePicOperations = operations({
  favouritePics: {
    ...READ,
    path: '/api/v1/pics',
    summary: 'My favourite PICs',
    more: 'Vendors and their properties, for the lot form.',
    who: 'signed-in',
    answer: strictObject({ pics: list(FavouritePic, { description: 'the one added last comes last' }) }),
  },
  addFavouritePic: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/pics',
    summary: 'Add a favourite PIC',
    more: `Each field may be empty, but not all of them. The PIC must be one of the state. One account keeps ${FAVOURITE_PICS_MOST}. The same \`commandId\` again answers the same.`,
    body: WRITTEN,
    status: 201,
    answer: strictObject({ pic: FavouritePic }),
    errors: UNDECIDED,
  },
  changeFavouritePic: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/pics/{pic}',
    summary: 'Change a favourite PIC',
    body: WRITTEN,
    answer: strictObject({ pic: FavouritePic }),
    errors: ['not-found', ...UNDECIDED],
  },
  deleteFavouritePic: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/pics/{pic}',
    summary: 'Delete a favourite PIC',
    query: strictObject({ commandId }),
    answer: strictObject({ _id: Type.String() }),
    errors: UNDECIDED,
  },
});
