import type { Static } from 'typebox';
import * as Type from 'typebox';
import { list, ms, oneOf, orNull, strictObject } from './schema.ts';

/** Pages of Tools whose text the server provides, section by section. */
const TOOL_PAGES = ['getting-started', 'listing-fees', 'videos-tips', 'privacy-policy'] as const;

export type ToolPage = (typeof TOOL_PAGES)[number];

/** Markdown as a page shows it. Optional, since an answer of an earlier build lacks it. */
export const Html = Type.Optional(
  Type.String({
    description: 'the same as HTML: only what Markdown makes, without scripts, styles and pictures',
  }),
);

/** A section of a page of Tools. `content`: Markdown. */
export const ToolSection = strictObject({
  page: oneOf(...TOOL_PAGES),
  categoryName: Type.String(),
  content: Type.String(),
  html: Html,
});

export type ToolSection = Static<typeof ToolSection>;

export const FaqCategory = strictObject({
  categoryName: Type.String(),
  questions: list(strictObject({ question: Type.String(), answer: Type.String(), html: Html })),
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

/** A text that administrators edit, in their list. Version 1 is what Saleyard ships. */
const TEXT_ENTRY = {
  _id: Type.String(),
  title: Type.String(),
  version: Type.Integer({ description: 'the version in force' }),
  publishedAt: orNull(ms('when it was published; null: it is the shipped one')),
  by: Type.String({ description: 'who published it; empty for the shipped one and for a forgotten person' }),
};

export const TextEntry = strictObject(TEXT_ENTRY);

export type TextEntry = Static<typeof TextEntry>;

/** A version of a text. `text`: Markdown, divided at its headings; contacts have a line each. */
export const TextVersion = strictObject({
  ...TEXT_ENTRY,
  inForce: Type.Integer({ description: 'the version in force' }),
  form: oneOf('sections', 'questions', 'manual', 'contacts'),
  text: Type.String(),
});

export type TextVersion = Static<typeof TextVersion>;

/** A version in the history of a text. */
export const TextHistoryEntry = strictObject({
  version: Type.Integer(),
  publishedAt: orNull(ms('when it was published; null: it is the shipped one')),
  by: Type.String(),
  note: Type.String(),
  restores: orNull(Type.Integer({ description: 'the older version that it repeats' })),
  mustAccept: Type.Boolean({ description: 'of terms: everyone had to accept this version' }),
});

export type TextHistoryEntry = Static<typeof TextHistoryEntry>;

/** Markdown as its page shows it, part by part. `level`: of the heading; null: without one. */
export const TextPreview = strictObject({
  parts: list(
    strictObject({
      heading: Type.String(),
      level: Type.Union([Type.Literal(2), Type.Literal(3)]),
      html: Type.String(),
    }),
  ),
});

export type TextPreview = Static<typeof TextPreview>;
