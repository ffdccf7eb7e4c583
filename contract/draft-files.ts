import * as Type from 'typebox';
import { UNDECIDED, WRITE } from './operation.ts';
import { CommandId, strictObject, whole } from './schema.ts';

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

/** In a description: what the revision of a change without a body does. */
export const AT_REVISION = 'With `revision` it is refused if the draft was changed since.';

/** A change without a body. */
export const DRAFT_CHANGE = {
  ...WRITE,
  more: AT_REVISION,
  query: strictObject({
    commandId: Type.Optional(CommandId),
    revision: Type.Optional(whole(0, Number.MAX_SAFE_INTEGER)),
  }),
  answer: strictObject({ revision }),
  errors: [...DRAFT_REFUSALS, 'changed-elsewhere'],
} as const;
