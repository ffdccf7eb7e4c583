import type { Static } from 'typebox';
import { oneOf } from './schema.ts';

export type { OwnChanges } from './person.ts';

export { Me } from './person.ts';

/** Whether a person's page is open, in use, or closed. */
export const OnlineState = oneOf('ONLINE', 'ACTIVE', 'OFFLINE');

export type OnlineState = Static<typeof OnlineState>;

/** Characters of each text in a search for agents, at most. */
export const AGENT_SEARCH_LENGTH = 60;
