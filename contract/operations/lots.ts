import * as Type from 'typebox';
import { LotPage, LotsPage, LotsQuery } from '../lots.ts';
import { operations, READ } from '../operation.ts';
import { oneOf, strictObject } from '../schema.ts';
import { WholeListing } from '../selling.ts';

/** The modes differ in how much of the assessment they include; none includes private data. */
const LotQuery = strictObject({
  mode: Type.Optional(oneOf('full', 'full-preview', 'short')),
  /** Counts a signed-in person's view of the lot's page, once a day. */
  trackView: Type.Optional(Type.Boolean()),
});

export const lotOperations = operations({
  lots: {
    ...READ,
    path: '/api/v1/auctions/{auction}/lots',
    summary: 'The catalogue of a sale',
    more: 'At most 50 lots. `mode=live` is the compact list of the live room, each lot with its first picture only, and `mode=print` the list for paper: every lot unless a limit is given. These two may be up to a second old, and are shed first.',
    query: LotsQuery,
    paged: true,
    answer: LotsPage,
    errors: ['not-found'],
  },
  lotsPublicInfo: {
    ...READ,
    path: '/api/v1/auctions/{auction}/lots/public-info',
    summary: 'The same, as visitors see it',
    query: LotsQuery,
    paged: true,
    answer: LotsPage,
    errors: ['not-found'],
  },
  creatorLogo: {
    ...READ,
    path: '/api/v1/lots/{lot}/creator-logo/{file}',
    summary: 'The logo of a lot’s seller',
    more: 'Its address is in `creatorData` of the lot.',
    who: 'signed-in',
    download: ['image/png', 'image/jpeg'],
    errors: ['not-found', 'damaged-file'],
  },
  lot: {
    ...READ,
    path: '/api/v1/lots/{lot}',
    summary: 'One lot, by its id or number',
    query: LotQuery,
    more: 'With `mode=full` the seller of a lot that is in no catalogue gets the listing itself, a draft too.',
    // Clients are typed by the lot of a catalogue: none of our pages reads a listing here.
    answer: strictObject({ lot: Type.Unsafe<LotPage>(Type.Union([LotPage, WholeListing])) }),
    errors: ['not-found'],
  },
  lotPublicInfo: {
    ...READ,
    path: '/api/v1/lots/{lot}/public-info',
    summary: 'The same, as visitors see it',
    query: LotQuery,
    answer: strictObject({ lot: LotPage }),
    errors: ['not-found'],
  },
});
