import type { FaqCategory, TextPreview, ToolPage, ToolSection } from '@saleyard/contract/content.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import { PROFESSIONS_ID, professionsOf } from '@saleyard/domain/content/professions.ts';
import {
  CONTACT_LINES,
  contactsOf,
  manualOf,
  partsOf,
  questionsOf,
  type TextForm,
  textProblem,
} from '@saleyard/domain/content/text-parts.ts';
import { isTextId, TEXTS, type TextId } from '@saleyard/domain/content/texts.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { readState } from '../state-documents.ts';
import { HOW_TO_VIDEOS } from './guides.ts';
import { listedManual, MANUALS, readManual } from './manuals.ts';
import { htmlOf } from './markdown.ts';
import { readText } from './texts.queries.ts';

/** The pages of Tools, each a text. */
const PAGES = [
  'getting-started',
  'listing-fees',
  'videos-tips',
  'privacy-policy',
] as const satisfies readonly (ToolPage | TextId)[];

const sectionsOf = (text: string) =>
  partsOf(text, 2).parts.map(({ heading, body }) => ({
    categoryName: heading,
    content: body,
    html: htmlOf(body),
  }));

const faqsOf = (text: string): FaqCategory[] =>
  questionsOf(text).map(({ name, forSeller, forBuyer, questions }) => ({
    categoryName: name,
    forSeller,
    forBuyer,
    questions: questions.map(({ heading, body }) => ({
      question: heading,
      answer: body,
      html: htmlOf(body),
    })),
  }));

/** What is made of the text in force, made again only when another version is in force. */
function madeOnce<T>(documents: Documents, id: TextId, make: (text: string, version: number) => T) {
  let made: { version: number; text: string; of: T } | undefined;
  return async (): Promise<T> => {
    const { text, version } = await readText(documents, id);
    if (made?.version !== version || made.text !== text) made = { version, text, of: make(text, version) };
    return made.of;
  };
}

/** A text as its page shows it: the headings with what is below them. */
function previewOf(form: TextForm, text: string): TextPreview['parts'] {
  const sections = (parts: readonly { heading: string; body: string }[], level: 2 | 3) =>
    parts.map(({ heading, body }) => ({ heading, level, html: htmlOf(body) }));
  switch (form) {
    case 'sections':
      return sections(partsOf(text, 2).parts, 2);
    case 'questions':
      return questionsOf(text).flatMap(({ name, forSeller, forBuyer, questions }) => [
        {
          heading: forSeller === forBuyer ? name : `${name} (for ${forSeller ? 'sellers' : 'buyers'})`,
          level: 2,
          html: '',
        },
        ...sections(questions, 3),
      ]);
    case 'manual': {
      const { name, description, parts } = manualOf(text);
      return [{ heading: name, level: 2, html: htmlOf(description) }, ...sections(parts, 3)];
    }
    case 'contacts': {
      const contacts = contactsOf(text);
      return CONTACT_LINES.map(({ name, label }) => ({
        heading: label,
        level: 3,
        html: htmlOf(contacts[name]),
      }));
    }
  }
}

/** Texts about the marketplace, and the professions that people choose from. */
export const contentEndpoints = (documents: Documents): Endpoint[] => {
  const terms = madeOnce(documents, 'terms', (text, version) =>
    sectionsOf(text).map((section) => ({ version: String(version), ...section })),
  );
  const pages = PAGES.map((page) =>
    madeOnce(documents, page, (text): ToolSection[] =>
      sectionsOf(text).map((section) => ({ page, ...section })),
    ),
  );
  const faqs = madeOnce(documents, 'faqs', faqsOf);
  const steps = madeOnce(documents, 'how-to-assess', sectionsOf);
  return [
    endpoint(referenceOperations.terms, async () => ({ data: { terms: await terms() } })),
    endpoint(referenceOperations.howToAssessSteps, async () => ({ data: { steps: await steps() } })),
    endpoint(contentOperations.tools, async () => ({
      data: { tools: (await Promise.all(pages.map((page) => page()))).flat() },
    })),
    endpoint(contentOperations.faqs, async () => ({ data: { faqs: await faqs() } })),
    endpoint(contentOperations.howToVideos, () => ({ data: { videos: HOW_TO_VIDEOS } })),
    endpoint(contentOperations.manuals, async () => ({
      data: await Promise.all(
        MANUALS.map(async (manual) => listedManual(await readManual(documents, manual))),
      ),
    })),
    endpoint(contentOperations.previewText, ({ params: { text: id }, body: { text } }) => {
      if (!isTextId(id)) return refusal('not-found');
      const { form } = TEXTS[id];
      const problem = textProblem(form, text.trim());
      if (problem !== null) return refusal('invalid-request', { field: 'text', message: problem });
      return { data: { parts: previewOf(form, text) } };
    }),
    endpoint(accountOperations.professions, async () => {
      const names = professionsOf(await readState(documents, STREAMS.content, PROFESSIONS_ID));
      return { data: { professions: names.map((name) => ({ name })) } };
    }),
  ];
};
