import { referenceOperations } from '@saleyard/contract/reference.ts';
import { POSTCODES } from '@saleyard/domain/fields/postcode-regions.ts';
import { STOCK_CATEGORIES } from '@saleyard/domain/listing/stock.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import { ASSESSMENT_FORMS, KINDS, MAIN_CONTACTS, STATE_DISTRICTS } from './reference-data.ts';

const KINDS_WITHOUT_FEES = KINDS.map(({ _id, type, title }) => ({ _id, type, title }));

/** What rarely changes: kinds of stock, states and their districts, stock categories, contacts. */
export const referenceEndpoints: readonly Endpoint[] = [
  endpoint(referenceOperations.kinds, () => ({ data: { kinds: KINDS } })),
  endpoint(referenceOperations.kindsPublic, () => ({ data: { kinds: KINDS_WITHOUT_FEES } })),
  endpoint(referenceOperations.kind, ({ params }) => {
    const kind = KINDS.find(({ _id }) => _id === params.kind);
    return kind === undefined ? refusal('not-found') : { data: { kind } };
  }),
  endpoint(referenceOperations.states, () => ({
    data: { states: STATE_DISTRICTS, stockCategories: STOCK_CATEGORIES },
  })),
  endpoint(referenceOperations.stockCategories, () => ({ data: { stockCategories: STOCK_CATEGORIES } })),
  endpoint(referenceOperations.assessmentForms, () => ({ data: { assessmentForms: ASSESSMENT_FORMS } })),
  endpoint(referenceOperations.postcodes, () => ({ data: { postcodesData: POSTCODES } })),
  endpoint(referenceOperations.contacts, () => ({ data: MAIN_CONTACTS })),
];
