import { TEXT_MOST, TEXT_NOTE_MOST } from '@saleyard/domain/content/text.ts';
import * as Type from 'typebox';
import {
  FaqCategory,
  HowToVideos,
  Manual,
  TextEntry,
  TextHistoryEntry,
  TextPreview,
  TextVersion,
  ToolSection,
} from '../content.ts';
import { NOT_SENT, recipient } from '../documents.ts';
import { DOCUMENT_TYPES } from '../lot-attachments.ts';
import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { CommandId, Id, list, Page, pageSize, strictObject, text } from '../schema.ts';

/** Bytes of a body with a text at most. */
const TEXT_BYTES = 256 * 1024;

const EditedText = text(TEXT_MOST, 1);
const Version = Type.Integer({ minimum: 1, maximum: 1_000_000 });

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
    storesMuch: 'uncounted',
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
    summary: 'A manual as a PDF, or a document of a lot as it is',
    more: '`fileName` is the name under which the file is saved. A document of a lot is for people who may see the lot: its seller and staff before it is in a catalogue, then everyone to whom the catalogue is shown.',
    query: strictObject({ fileName: Type.Optional(text(120)) }),
    shed: 'first',
    download: Object.values(DOCUMENT_TYPES),
    errors: ['not-found', 'damaged-file', 'busy', 'document-failed', 'unavailable'],
  },
  editableTexts: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/texts',
    summary: 'The texts that administrators edit',
    who: 'staff',
    answer: strictObject({ texts: list(TextEntry) }),
    errors: ['unavailable'],
  },
  editableText: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/texts/{text}',
    summary: 'A text as it is edited: the version in force, or another one',
    who: 'staff',
    query: strictObject({ version: Type.Optional(Version) }),
    answer: strictObject({ text: TextVersion }),
    errors: ['not-found', 'unavailable'],
  },
  textVersions: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/texts/{text}/versions',
    summary: 'The versions of a text: when, by whom, and what they restored',
    more: 'The newest first. They are read from the log itself.',
    who: 'staff',
    query: strictObject({ page: Page, limit: pageSize(25) }),
    paged: true,
    answer: strictObject({ versions: list(TextHistoryEntry) }),
    errors: ['not-found', 'unavailable'],
  },
  previewText: {
    side: 'projections',
    method: 'post',
    path: '/api/v1/staff/texts/{text}/preview',
    summary: 'Markdown as its page would show it',
    more: 'It stores nothing. A text that could not be published is answered with `invalid-request`.',
    who: 'staff',
    query: strictObject({}),
    body: strictObject({ text: EditedText }),
    bodyBytes: TEXT_BYTES,
    answer: TextPreview,
    errors: ['not-found'],
  },
  publishText: {
    ...WRITE,
    storesMuch: 'uncounted',
    method: 'put',
    path: '/api/v1/staff/texts/{text}',
    summary: 'Publish a text',
    more: 'It is in force at once. `version` is the version that was edited: if another one is in force by now, the answer is `text-changed`. `restores` publishes an older version again, without `text`. `mustAccept`, for the terms only: everyone must accept this version before they bid again. Sales that are live at that moment are exempt, and bids and auto-bids that were placed stay.',
    who: 'admin',
    body: strictObject({
      version: Version,
      text: Type.Optional(EditedText),
      restores: Type.Optional(Version),
      note: Type.Optional(text(TEXT_NOTE_MOST)),
      mustAccept: Type.Optional(Type.Boolean()),
      commandId: Type.Optional(CommandId),
    }),
    bodyBytes: TEXT_BYTES,
    answer: strictObject({ version: Type.Integer() }),
    errors: ['not-found', 'text-changed', ...UNDECIDED],
  },
});
