import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import * as Type from 'typebox';

import { DRAFT_CHANGE, DRAFT_REFUSALS, revision, UPLOAD_ID } from '../draft-files.ts';
import { DOCUMENT_TYPES, ListedDocument, ListedLink } from '../lot-attachments.ts';
import { DOCUMENT_BYTES } from '../lot-files.ts';
import { operations, WRITE } from '../operation.ts';
import { CommandId, strictObject, text } from '../schema.ts';

const DESCRIPTION = {
  name: 'file-description',
  in: 'header',
  description: 'Its description, percent-encoded.',
} as const;

const MOST = `of at most ${DOCUMENT_BYTES / 1024 / 1024} MB; its type is detected from its bytes`;

const DOCUMENT_BODY = {
  file: ['application/octet-stream', ...Object.values(DOCUMENT_TYPES)],
  bodyBytes: DOCUMENT_BYTES,
} as const;

export const lotFileOperations = operations({
  uploadLotDocument: {
    ...WRITE,
    ...DOCUMENT_BODY,
    method: 'post',
    path: '/api/v1/lots/{lot}/documents',
    summary: 'Add a document to your own draft',
    more: `A PDF, Word or Excel file, JPEG or PNG ${MOST}, that of a Word or Excel file from before 2007 also from its name. Pictures are re-encoded. Saving the draft orders documents. Anyone who may see the lot may download it.`,
    parameters: [
      { name: 'file-name', in: 'header', description: 'What the file is called, percent-encoded.' },
      DESCRIPTION,
      UPLOAD_ID,
    ],
    status: 201,
    answer: strictObject({ document: ListedDocument, revision }),
    errors: [...DRAFT_REFUSALS, 'unfit-file', 'busy'],
  },
  editLotDocument: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/lots/{lot}/documents/{document}',
    summary: 'Describe a document of your own draft',
    body: strictObject({
      document: strictObject({ description: text(LOT_LIMITS.attachmentDescription) }),
      commandId: Type.Optional(CommandId),
    }),
    answer: strictObject({ revision }),
    errors: [...DRAFT_REFUSALS, 'changed-elsewhere'],
  },
  deleteLotDocument: {
    ...DRAFT_CHANGE,
    method: 'delete',
    path: '/api/v1/lots/{lot}/documents/{document}',
    summary: 'Remove a document from your own draft',
  },
  uploadUsefulPdf: {
    ...WRITE,
    ...DOCUMENT_BODY,
    method: 'post',
    path: '/api/v1/lots/{lot}/usefulPdfs',
    summary: 'Add a PDF to the useful links of your own draft',
    more: `A PDF ${MOST}. It is the last link of the lot. A save describes, orders and removes links. Anyone who may see the lot may download it.`,
    parameters: [DESCRIPTION, UPLOAD_ID],
    status: 201,
    answer: strictObject({ newPdfFile: ListedLink, revision }),
    errors: [...DRAFT_REFUSALS, 'unfit-file'],
  },
});
