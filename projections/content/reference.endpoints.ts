import { feeOperations } from '@saleyard/contract/operations/fees.ts';
import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import type { Kind } from '@saleyard/contract/reference.ts';
import { contactsOf } from '@saleyard/domain/content/text-parts.ts';
import { saleDay } from '@saleyard/domain/days.ts';
import { FEES_ID, feesAfter, feesOn } from '@saleyard/domain/fees/fee-tables.ts';
import { POSTCODES } from '@saleyard/domain/fields/postcode-regions.ts';
import { KINDS_ID } from '@saleyard/domain/kinds/kinds.ts';
import { detailTree } from '@saleyard/domain/listing/forms/detail-groups.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { STOCK_CATEGORIES } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { readState } from '../state-documents.ts';
import { ASSESSMENT_FORMS, kindsWith, STATE_DISTRICTS } from './reference-data.ts';
import { readText } from './texts.queries.ts';

type Parts = { documents: Documents; clock: Clock };

/** Every kind of stock, with the fees in force today. */
async function allKinds({ documents, clock }: Parts): Promise<readonly Kind[]> {
  const fees = await readState(documents, STREAMS.fees, FEES_ID);
  return kindsWith(feesOn(fees, saleDay(clock.now())).table);
}

/** The kinds of stock that are accepted now. */
async function kindsTaken(parts: Parts): Promise<readonly Kind[]> {
  const { stopped } = await readState(parts.documents, STREAMS.kinds, KINDS_ID);
  return (await allKinds(parts)).filter(({ type }) => !stopped.includes(type));
}

/** Data that rarely changes: kinds of stock, states and their districts, stock categories, contacts. */
export const referenceEndpoints = (parts: Parts): Endpoint[] => [
  endpoint(referenceOperations.kinds, async () => ({ data: { kinds: [...(await kindsTaken(parts))] } })),
  endpoint(referenceOperations.kindsPublic, async () => ({
    data: { kinds: (await kindsTaken(parts)).map(({ _id, type, title }) => ({ _id, type, title })) },
  })),
  endpoint(referenceOperations.kind, async ({ params }) => {
    // Earlier sales may have a kind that is no longer accepted.
    const kind = (await allKinds(parts)).find(({ _id }) => _id === params.kind);
    if (kind === undefined) return refusal('not-found');
    return { data: { kind: { ...kind, form: detailTree(FORMS[kind.type], { details: {}, heads: [] }) } } };
  }),
  endpoint(feeOperations.publishedFees, async () => {
    const fees = await readState(parts.documents, STREAMS.fees, FEES_ID);
    const today = saleDay(parts.clock.now());
    return { data: { inForce: feesOn(fees, today), upcoming: feesAfter(fees, today) } };
  }),
  endpoint(referenceOperations.states, () => ({
    data: { states: STATE_DISTRICTS, stockCategories: STOCK_CATEGORIES },
  })),
  endpoint(referenceOperations.stockCategories, () => ({ data: { stockCategories: STOCK_CATEGORIES } })),
  endpoint(referenceOperations.assessmentForms, () => ({ data: { assessmentForms: ASSESSMENT_FORMS } })),
  endpoint(referenceOperations.postcodes, () => ({ data: { postcodesData: POSTCODES } })),
  endpoint(referenceOperations.contacts, async () => ({
    data: contactsOf((await readText(parts.documents, 'contacts')).text),
  })),
];
