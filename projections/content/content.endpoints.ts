import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import { PROFESSIONS_ID, professionsOf } from '@saleyard/domain/content/professions.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { readState } from '../state-documents.ts';
import { TERMS } from './agreements.ts';
import { ASSESS_STEPS, FAQS, HOW_TO_VIDEOS, TOOLS } from './guides.ts';
import { listedManual, MANUALS } from './manuals.ts';

/** Texts about the marketplace, and the professions that people choose from. */
export const contentEndpoints = (documents: Documents): Endpoint[] => [
  endpoint(referenceOperations.terms, () => ({ data: { terms: TERMS } })),
  endpoint(referenceOperations.howToAssessSteps, () => ({ data: { steps: ASSESS_STEPS } })),
  endpoint(contentOperations.tools, () => ({ data: { tools: TOOLS } })),
  endpoint(contentOperations.faqs, () => ({ data: { faqs: FAQS } })),
  endpoint(contentOperations.howToVideos, () => ({ data: { videos: HOW_TO_VIDEOS } })),
  endpoint(contentOperations.manuals, () => ({ data: MANUALS.map(listedManual) })),
  endpoint(accountOperations.professions, async () => {
    const names = professionsOf(await readState(documents, STREAMS.content, PROFESSIONS_ID));
    return { data: { professions: names.map((name) => ({ name })) } };
  }),
];
