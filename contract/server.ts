import type { Static } from 'typebox';
import * as Type from 'typebox';
import { strictObject } from './schema.ts';

/** The server's state: `message` is shown when it is not live. */
export const ServerState = strictObject({
  isLive: Type.Boolean(),
  message: Type.String(),
  demo: Type.Optional(Type.Boolean()),
});

export type ServerState = Static<typeof ServerState>;
