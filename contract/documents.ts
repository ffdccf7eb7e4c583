import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import { MAIL_NAME_LENGTH } from '@saleyard/domain/fields/mail-names.ts';
import * as Type from 'typebox';
import { text } from './schema.ts';

/** Lots in one part of a catalogue's full details. */
export const LOTS_PER_STEP = 40;

/** Lots in one document of a person's results, at most. */
export const RESULTS_PRINTED = 2_000;

/** Steps in one document of an audit, at most. */
export const AUDIT_PRINTED = 2_000;

export const PDF = 'application/pdf';

export const CSV = 'text/csv';

/** The recipient of a document by e-mail. */
export const recipient = {
  recipientName: Type.String({
    minLength: 1,
    maxLength: 120,
    description: `a name: at most ${MAIL_NAME_LENGTH} letters, digits, spaces and & ' . , ( ) + -; no address`,
  }),
  recipientEmail: text(CREDENTIALS.email.most),
};

/** Why a document is not sent by e-mail. */
export const NOT_SENT = ['email-unconfirmed', 'rate-limited', 'unavailable'] as const;
