import { STATES } from '@saleyard/domain/listing/stock.ts';

import * as Type from 'typebox';
import { DetailTree } from '../listing-details.ts';
import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { AssessmentForm, AssessStep, Contacts, Kind, StockCategory, TermsCategory } from '../reference.ts';
import { CommandId, KindType, list, oneOf, strictObject, text } from '../schema.ts';

/** A kind with all fields of its form. */
const KindWithForm = strictObject({ ...Kind.properties, form: DetailTree });

const districts = list(Type.String());

export const referenceOperations = operations({
  kinds: {
    ...READ,
    path: '/api/v1/kinds',
    summary: 'Kinds of stock, with their fees',
    answer: strictObject({ kinds: list(Kind) }),
  },
  kindsPublic: {
    ...READ,
    path: '/api/v1/kinds/public',
    summary: 'The same without fees',
    answer: strictObject({ kinds: list(Kind) }),
  },
  kind: {
    ...READ,
    path: '/api/v1/kinds/{kind}',
    summary: 'One kind of stock, with its assessment form',
    answer: strictObject({ kind: KindWithForm }),
    errors: ['not-found'],
  },
  changeKind: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/kinds/{kind}',
    summary: 'Stop or resume a kind of stock',
    more: 'No sale is scheduled and no lot is started for a stopped kind; existing ones go on. Lists of kinds leave it out. Every connected client gets `kind-delete` or `kind`. Stopping one needs a reason.',
    who: 'admin',
    body: strictObject({
      isTaken: Type.Boolean(),
      reason: Type.Optional(text(200, 1)),
      commandId: Type.Optional(CommandId),
    }),
    answer: strictObject({ stopped: list(KindType, { description: 'the kinds that are not taken now' }) }),
    errors: ['not-found', ...UNDECIDED],
  },
  states: {
    ...READ,
    path: '/api/v1/states',
    summary: 'States and their districts, and the stock categories',
    answer: strictObject({
      states: strictObject(
        Object.fromEntries(STATES.map((state) => [state, districts])) as Record<
          (typeof STATES)[number],
          typeof districts
        >,
      ),
      stockCategories: list(StockCategory),
    }),
  },
  stockCategories: {
    ...READ,
    path: '/api/v1/stock-categories',
    summary: 'Stock categories by kind and sex',
    answer: strictObject({ stockCategories: list(StockCategory) }),
  },
  assessmentForms: {
    ...READ,
    path: '/api/v1/assessment-forms',
    summary: 'The assessment form of each kind',
    more: 'For other programs; the web contains the forms.',
    answer: strictObject({ assessmentForms: list(AssessmentForm) }),
  },
  postcodes: {
    ...READ,
    path: '/api/v1/postcodes',
    summary: 'Postcodes with their states and regions',
    answer: strictObject({
      postcodesData: list(
        strictObject({ region: Type.String(), state: oneOf(...STATES), postcode: Type.String() }),
      ),
    }),
  },
  terms: {
    ...READ,
    path: '/api/v1/terms',
    summary: 'The terms in force, by category',
    answer: strictObject({ terms: list(TermsCategory) }),
  },
  howToAssessSteps: {
    ...READ,
    path: '/api/v1/how-to-assess-steps',
    summary: 'How stock is assessed for sale',
    answer: strictObject({ steps: list(AssessStep) }),
  },
  contacts: {
    ...READ,
    path: '/api/v1/contacts/main',
    summary: 'Contact details',
    answer: Contacts,
  },
});
