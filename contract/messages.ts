import type { Static } from 'typebox';
import * as Type from 'typebox';
import { list, ms, oneOf, orNull, strictObject } from './schema.ts';

/** An e-mail or a text message that was stored instead of sent. */
export const KeptMessage = strictObject({
  _id: Type.String(),
  channel: oneOf('mail', 'sms'),
  at: ms('when it was kept'),
  account: orNull(Type.String({ description: 'the account it is for; null: nobody’s' })),
  to: Type.String({ description: 'an e-mail address or a phone number' }),
  subject: orNull(Type.String()),
  text: Type.String(),
  html: orNull(Type.String()),
  attachments: list(
    strictObject({ name: Type.String(), type: Type.String(), size: Type.Integer({ description: 'bytes' }) }),
  ),
});

export type KeptMessage = Static<typeof KeptMessage>;
