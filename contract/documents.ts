import * as Type from 'typebox';
import { operations, READ } from './operation.ts';
import { oneOf, only, whole } from './schema.ts';

/** Lots of one part of a catalogue's full details. */
export const LOTS_PER_STEP = 40;
/** Parts that a catalogue may have at most: its lots are at most 2,000. */
const STEPS = 50;

export const PDF = 'application/pdf';
export const CSV = 'text/csv';

/** `print`: shown by the browser instead of being saved. */
const Mode = Type.Optional(oneOf('print'));
/** What of a sale a document is about: its catalogue, or what became of its lots. */
const Content = oneOf('catalogue', 'result');

/** Documents are made when nothing more urgent is to be done. */
const MADE = { ...READ, shed: 'first' } as const;
const MADE_ERRORS = ['not-found', 'results-pending', 'busy', 'document-failed'] as const;

export const documentOperations = operations({
  printAuctionSummary: {
    ...MADE,
    path: '/api/v1/print/auctions/{auction}/auction-summary',
    summary: 'The summary of a catalogue, or of the results of a closed sale, as a document',
    more: 'Without `content`: the results where the sale is closed, else the catalogue. Documents are made one at a time beside the work of the server; where too many wait it answers 503.',
    query: only({
      type: Type.Optional(oneOf('pdf', 'csv')),
      content: Type.Optional(Content),
      mode: Mode,
    }),
    download: [PDF, CSV],
    errors: MADE_ERRORS,
  },
  printAuctionDetails: {
    ...MADE,
    path: '/api/v1/print/auctions/{auction}/full-details',
    summary: 'All that buyers read of the lots of a catalogue, as a PDF',
    more: `A large catalogue has several parts of ${LOTS_PER_STEP} lots; \`step\` counts them from 1.`,
    query: only({ step: Type.Optional(whole(1, STEPS)), mode: Mode }),
    download: [PDF],
    errors: MADE_ERRORS,
  },
  printLotDetails: {
    ...MADE,
    path: '/api/v1/print/lots/{lot}/full-details',
    summary: 'All that buyers read of one lot, as a PDF',
    query: only({ mode: Mode }),
    download: [PDF],
    errors: MADE_ERRORS,
  },
});
