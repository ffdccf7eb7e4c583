import { TEMPLATE_NAME_MOST, TEMPLATES_MOST } from '@saleyard/domain/listing/templates.ts';
import * as Type from 'typebox';
import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { CommandId, KindType, list, strictObject, text } from '../schema.ts';
import { ListingChange, LotTemplate } from '../selling.ts';

const commandId = Type.Optional(CommandId);

export const lotTemplateOperations = operations({
  lotTemplates: {
    ...READ,
    path: '/api/v1/lot-templates',
    summary: 'My templates of lots',
    more: 'What new lots of a kind can start from.',
    who: 'signed-in',
    answer: strictObject({
      templates: list(LotTemplate, { description: 'the one saved last comes last' }),
    }),
  },
  saveLotTemplate: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/lot-templates',
    summary: 'Save a template of lots',
    more: `What belongs to one lot alone is left out of it: weights and scores of its head, dates, pictures, documents, signatures and declarations. One account keeps ${TEMPLATES_MOST}. The same \`commandId\` again answers the same.`,
    body: strictObject({
      name: text(TEMPLATE_NAME_MOST, 1),
      kindType: KindType,
      lot: ListingChange,
      commandId,
    }),
    status: 201,
    storesMuch: 'uncounted',
    answer: strictObject({ template: LotTemplate }),
    errors: UNDECIDED,
  },
  deleteLotTemplate: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/lot-templates/{template}',
    summary: 'Delete a template of lots',
    query: strictObject({ commandId }),
    answer: strictObject({ _id: Type.String() }),
    errors: UNDECIDED,
  },
});
