import * as Type from 'typebox';
import { UNDECIDED, WRITE } from './operation.ts';
import { CommandId, strictObject } from './schema.ts';

// Shared by the operations with which sellers add files to their drafts and remove them.

/** In an answer: the listing's revision after the change. */
export const revision = Type.Integer({ description: 'of the lot, for the next save' });

export const DRAFT_REFUSALS = [
  ...(['not-found', 'profile-incomplete', 'under-review', 'may-not-sell', 'not-editable'] as const),
  ...UNDECIDED,
] as const;

/** The body is the file itself, so the commandId is in a header. */
export const UPLOAD_ID = {
  name: 'x-command-id',
  in: 'header',
  description: 'A repeated id adds nothing.',
} as const;

/** A change without a body. */
export const DRAFT_CHANGE = {
  ...WRITE,
  query: strictObject({ commandId: Type.Optional(CommandId) }),
  answer: strictObject({ revision }),
  errors: DRAFT_REFUSALS,
} as const;
