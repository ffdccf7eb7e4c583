import * as Type from 'typebox';
import { RESULTS_WANTED } from '../bids.ts';
import { CSV, LOTS_PER_STEP, NOT_SENT, PDF, RESULTS_PRINTED, recipient } from '../documents.ts';
import { operations, READ } from '../operation.ts';
import { oneOf, strictObject, whole } from '../schema.ts';

/** Parts of a catalogue at most: it has at most 2,000 lots. */
const STEPS = 50;

/** `print`: the browser shows the document instead of downloading it. */
const Mode = Type.Optional(oneOf('print'));

/** What a document of a sale contains: its catalogue, or the results of its lots. */
const Content = oneOf('catalogue', 'result');

/** Documents are shed first. */
const MADE = { ...READ, shed: 'first' } as const;

const MADE_ERRORS = ['not-found', 'results-pending', 'busy', 'document-failed'] as const;

const MAILED = {
  side: 'projections',
  method: 'post',
  who: 'signed-in',
  storesMuch: 'uncounted',
  query: strictObject({}),
  bodyWithin: 'data',
  answer: strictObject({ message: Type.String({ description: 'what the page shows' }) }),
} as const;

const MAILED_MORE =
  'The recipient gets an e-mail with the document attached. Limited to a few an hour for the account, the network address and the recipient. A person whose own e-mail address is not confirmed sends none. The same `commandId` sends only once. The body may also be sent as `{"data": {…}}`.';

export const documentOperations = operations({
  printAuctionSummary: {
    ...MADE,
    path: '/api/v1/print/auctions/{auction}/auction-summary',
    summary: 'The summary of a catalogue, or of the results of a closed sale, as a document',
    more: 'Without `content`: the results if the sale is closed, else the catalogue. Documents are made one at a time; if too many wait, the answer is 503.',
    query: strictObject({
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
    summary: 'Full details of a catalogue, as a PDF',
    more: `A large catalogue has several parts of ${LOTS_PER_STEP} lots; \`step\` counts them from 1.`,
    query: strictObject({ step: Type.Optional(whole(1, STEPS)), mode: Mode }),
    download: [PDF],
    errors: MADE_ERRORS,
  },
  printLotDetails: {
    ...MADE,
    path: '/api/v1/print/lots/{lot}/full-details',
    summary: 'Full details of one lot, as a PDF',
    query: strictObject({ mode: Mode }),
    download: [PDF],
    errors: MADE_ERRORS,
  },
  printOwnLot: {
    ...MADE,
    path: '/api/v1/print/lots/{lot}/owner-full-details',
    summary: 'A seller’s own lot with all its fields, as a PDF',
    more: 'With the reserve, the vendor and every head that was weighed. Only its seller gets it.',
    who: 'signed-in',
    query: strictObject({ mode: Mode }),
    download: [PDF],
    errors: ['not-found', 'busy', 'document-failed'],
  },
  printMyResults: {
    ...MADE,
    path: '/api/v1/print/lots/my-result',
    summary: 'My auction results as a document',
    more: `The newest ${RESULTS_PRINTED} lots of what \`lots/my-results\` answers. With \`type=pdf\` a PDF, otherwise CSV. \`filterType\` names what became of the lots, as \`status\` does there.`,
    who: 'signed-in',
    query: strictObject({
      filterType: RESULTS_WANTED.status,
      from: RESULTS_WANTED.from,
      to: RESULTS_WANTED.to,
      type: Type.Optional(oneOf('pdf')),
      mode: Mode,
    }),
    download: [PDF, CSV],
    errors: ['busy', 'document-failed'],
  },
  emailMyResults: {
    ...MAILED,
    path: '/api/v1/lots/my-results/email',
    summary: 'Send my auction results by e-mail',
    more: MAILED_MORE,
    body: strictObject({ ...recipient, ...RESULTS_WANTED }),
    errors: ['busy', 'document-failed', ...NOT_SENT],
  },
  emailAuctionInfo: {
    ...MAILED,
    path: '/api/v1/auctions/{auction}/email-info',
    summary: 'Send a catalogue or results by e-mail',
    more: MAILED_MORE,
    body: strictObject({ ...recipient, docType: oneOf('summary', 'full'), type: Content }),
    errors: [...MADE_ERRORS, ...NOT_SENT],
  },
  emailLotInfo: {
    ...MAILED,
    path: '/api/v1/lots/{lot}/email-info',
    summary: 'Send the details of a lot by e-mail',
    more: `${MAILED_MORE} With type \`submitted\`, a seller sends their own lot. Until it is in a catalogue, it is sent as by \`owner-email-info\`.`,
    body: strictObject({ ...recipient, type: oneOf('upcoming', 'submitted') }),
    errors: [...MADE_ERRORS, ...NOT_SENT],
  },
  emailOwnLot: {
    ...MAILED,
    path: '/api/v1/lots/{lot}/owner-email-info',
    summary: 'Send your own lot by e-mail',
    more: 'What it says is in the e-mail itself; the lot need not be in a catalogue. Until the lot is approved, its texts (title, vendor, place, breed, sex, comment) are sent only to your own address. The limits are those of other documents. The vendor gets an e-mail at submission without this call. The same `commandId` sends only once.',
    body: strictObject(recipient),
    errors: ['not-found', ...NOT_SENT],
  },
});
