import { PROFESSIONS } from '../account/terms.ts';
import { OTHER_PROFESSION } from '../account/validation.ts';
import type { Decider } from '../decider.ts';

/** The one stream of professions, by its id. */
export const PROFESSIONS_ID = 'professions';

/** Professions that staff may add at most: a choice of more is no choice. */
const ADDED_MOST = 100;

/** Storage format. `at`: ms since the epoch. */
export type ProfessionsEvent = { type: 'ProfessionAdded'; data: { at: number; name: string } };

/** What staff added, in the order in which they did. */
export type ProfessionsState = { readonly added: readonly string[] };

export type ProfessionsCommandBody = { type: 'addProfession'; name: string };
/** `too-many`: there are as many as there may be. */
export type ProfessionsRefusal = { code: 'too-many' };

/** Everything that may be chosen; the profession that a person names themselves is the last. */
export const professionsOf = ({ added }: ProfessionsState): readonly string[] => [
  ...PROFESSIONS.filter((name) => name !== OTHER_PROFESSION),
  ...added,
  OTHER_PROFESSION,
];

/** The professions that staff add to those there are. One that there is already changes nothing. */
export const professionsDecider: Decider<
  ProfessionsState,
  ProfessionsCommandBody,
  ProfessionsEvent,
  ProfessionsRefusal
> = {
  initial: { added: [] },
  decide(state, { at, body: { name } }) {
    const isListed = professionsOf(state).some((one) => one.toLowerCase() === name.toLowerCase());
    if (isListed) return { outcome: 'accepted', events: [] };
    if (state.added.length >= ADDED_MOST) return { outcome: 'refused', code: 'too-many' };
    return { outcome: 'accepted', events: [{ type: 'ProfessionAdded', data: { at, name } }] };
  },
  evolve: ({ added }, { data }) => ({ added: [...added, data.name] }),
};
