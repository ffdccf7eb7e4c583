import type { Static } from 'typebox';
import * as Type from 'typebox';
import { strictObject } from './schema.ts';

/** The server's state: `message` is shown when it is not live. */
export const ServerState = strictObject({
  isLive: Type.Boolean(),
  message: Type.String(),
  demo: Type.Optional(Type.Boolean()),
  supportPhone: Type.Optional(Type.String({ description: 'the phone number that pages name for help' })),
});

export type ServerState = Static<typeof ServerState>;
