import type { Static } from 'typebox';
import * as Type from 'typebox';
import { PDF, recipient } from './documents.ts';
import { operations, READ } from './operation.ts';
import { CommandId, Id, list, oneOf, strictObject, text } from './schema.ts';

/** Pages of Tools whose text the server provides, section by section. */
const TOOL_PAGES = ['getting-started', 'listing-fees', 'videos-tips', 'privacy-policy'] as const;
export type ToolPage = (typeof TOOL_PAGES)[number];

/** A section of a page of Tools. `content`: paragraphs separated by an empty line. */
const ToolSection = strictObject({
  page: oneOf(...TOOL_PAGES),
  categoryName: Type.String(),
  content: Type.String(),
});
export type ToolSection = Static<typeof ToolSection>;

const FaqCategory = strictObject({
  categoryName: Type.String(),
  questions: list(strictObject({ question: Type.String(), answer: Type.String() })),
  forSeller: Type.Boolean({ description: 'of use to those who sell' }),
  forBuyer: Type.Boolean({ description: 'of use to those who buy' }),
});
export type FaqCategory = Static<typeof FaqCategory>;

const HowToVideo = strictObject({
  title: Type.String(),
  description: Type.String(),
  subDescription: Type.String({ description: 'what it says, for those who do not watch it' }),
  url: Type.String({ description: 'a film of our own site, without sound' }),
  captionsUrl: Type.String({ description: 'what is seen, as WebVTT' }),
});

/** Videos about one subject. */
const HowToVideos = strictObject({ name: Type.String(), videos: list(HowToVideo) });
export type HowToVideos = Static<typeof HowToVideos>;

const Manual = strictObject({
  _id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  document: strictObject({
    key: Type.String({ description: 'by which `download-file` finds it' }),
    url: Type.String(),
  }),
  delete: Type.Boolean({ description: 'it is no longer listed; links that people have still open it' }),
});
export type Manual = Static<typeof Manual>;

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
    more: 'The recipient gets an e-mail with the PDF attached. Limited to a few an hour per account. The same `commandId` sends only once.',
    who: 'signed-in',
    query: strictObject({}),
    body: strictObject({
      manualId: Id,
      data: strictObject(recipient),
      commandId: Type.Optional(CommandId),
    }),
    answer: strictObject({ message: Type.String({ description: 'what the page shows' }) }),
    errors: ['not-found', 'busy', 'document-failed', 'rate-limited', 'unavailable'],
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
