import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import { text } from './schema.ts';

/** Lots in one part of a catalogue's full details. */
export const LOTS_PER_STEP = 40;

/** Lots in one document of a person's results, at most. */
export const RESULTS_PRINTED = 2_000;

export const PDF = 'application/pdf';

export const CSV = 'text/csv';

/** Characters of a recipient's name, at most. */
export const RECIPIENT_NAME_LENGTH = 120;

/** The recipient of a document by e-mail. */
export const recipient = {
  recipientName: text(RECIPIENT_NAME_LENGTH, 1),
  recipientEmail: text(CREDENTIALS.email.most),
};
