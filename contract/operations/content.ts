import * as Type from 'typebox';
import { FaqCategory, HowToVideos, Manual, ToolSection } from '../content.ts';
import { NOT_SENT, PDF, recipient } from '../documents.ts';
import { operations, READ } from '../operation.ts';
import { CommandId, Id, list, strictObject, text } from '../schema.ts';

export const contentOperations = operations({
  tools: {
    ...READ,
    path: '/api/v1/tools',
    summary: 'The texts of the pages of Tools, section by section',
    answer: strictObject({ tools: list(ToolSection) }),
  },
  faqs: {
    ...READ,
    path: '/api/v1/faqs',
    summary: 'Frequently asked questions, by category',
    answer: strictObject({ faqs: list(FaqCategory) }),
  },
  howToVideos: {
    ...READ,
    path: '/api/v1/how-to-videos',
    summary: 'Instructional films',
    answer: strictObject({ videos: list(HowToVideos) }),
  },
  manuals: {
    ...READ,
    path: '/api/v1/manuals',
    summary: 'Manuals',
    answer: list(Manual),
  },
  emailManual: {
    side: 'projections',
    method: 'post',
    path: '/api/v1/manuals/{manual}/send-email',
    summary: 'Send a manual by e-mail',
    more: 'The recipient gets an e-mail with the PDF attached. Limited as other documents are. The same `commandId` sends only once.',
    who: 'signed-in',
    query: strictObject({}),
    body: strictObject({
      manualId: Id,
      data: strictObject(recipient),
      commandId: Type.Optional(CommandId),
    }),
    answer: strictObject({ message: Type.String({ description: 'what the page shows' }) }),
    errors: ['not-found', 'busy', 'document-failed', ...NOT_SENT],
  },
  downloadFile: {
    ...READ,
    path: '/api/v1/download-file/{key}',
    summary: 'A manual or a document of a lot, as a PDF',
    more: '`fileName` is the name under which the file is saved. A document of a lot is for people who may see the lot: its seller and staff before it is in a catalogue, then everyone to whom the catalogue is shown.',
    query: strictObject({ fileName: Type.Optional(text(120)) }),
    shed: 'first',
    download: [PDF],
    errors: ['not-found', 'damaged-file', 'busy', 'document-failed', 'unavailable'],
  },
});
