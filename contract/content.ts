import type { Static } from 'typebox';
import * as Type from 'typebox';
import { list, oneOf, strictObject } from './schema.ts';

/** Pages of Tools whose text the server provides, section by section. */
const TOOL_PAGES = ['getting-started', 'listing-fees', 'videos-tips', 'privacy-policy'] as const;

export type ToolPage = (typeof TOOL_PAGES)[number];

/** A section of a page of Tools. `content`: paragraphs separated by an empty line. */
export const ToolSection = strictObject({
  page: oneOf(...TOOL_PAGES),
  categoryName: Type.String(),
  content: Type.String(),
});

export type ToolSection = Static<typeof ToolSection>;

export const FaqCategory = strictObject({
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
export const HowToVideos = strictObject({ name: Type.String(), videos: list(HowToVideo) });

export type HowToVideos = Static<typeof HowToVideos>;

export const Manual = strictObject({
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
