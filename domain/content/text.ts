import type { Decider } from '../decider.ts';

/** The prefix of the streams of texts. */
export const TEXT = 'text-';

/** Characters of a text, and of the note of a version, at most. */
export const TEXT_MOST = 60_000;
export const TEXT_NOTE_MOST = 200;

/** From which version on an acceptance counts, and when that version was published (ms). */
export type MustAccept = { readonly version: number; readonly at: number };

/**
 * Storage format. `version`: 2 for the first, since 1 is what Saleyard ships. `restores`: the older version that it
 * repeats. `mustAccept`: of terms, the last version that everyone had to accept.
 */
export type TextEvent = {
  type: 'TextPublished';
  data: {
    at: number;
    version: number;
    text: string;
    note: string;
    restores?: number;
    mustAccept?: MustAccept;
  };
};

/** The version in force; null while it is the shipped one. */
export type TextState = {
  readonly version: number;
  readonly text: string;
  readonly publishedAt: number;
  readonly mustAccept: MustAccept | null;
} | null;

/**
 * `base`: the version that was edited; when another is in force by now, the command is refused. `mustAccept`: everyone
 * must accept this version before they bid again.
 */
export type TextCommandBody = {
  type: 'publish';
  base: number;
  text: string;
  note: string;
  restores?: number;
  mustAccept: boolean;
};

/** `text-changed`: somebody published another version since. */
export type TextRefusal = { code: 'text-changed' };

/** The number of the version in force. */
export const versionOf = (state: TextState): number => state?.version ?? 1;

/** The revision in the stream at which a version was published. Version 1 is shipped, not published. */
export const revisionOfVersion = (version: number): number => version - 2;

/** One text. Each version is an event; publishing the text in force again changes nothing. */
export const textDecider: Decider<TextState, TextCommandBody, TextEvent, TextRefusal> = {
  initial: null,
  decide(state, { at, body: { base, text, note, restores, mustAccept } }) {
    const inForce = versionOf(state);
    if (base !== inForce) return { outcome: 'refused', code: 'text-changed' };
    if (state?.text === text && !mustAccept) return { outcome: 'accepted', events: [] };
    const version = inForce + 1;
    const required = mustAccept ? { version, at } : (state?.mustAccept ?? null);
    const data = {
      at,
      version,
      text,
      note,
      ...(restores !== undefined && { restores }),
      ...(required !== null && { mustAccept: required }),
    };
    return { outcome: 'accepted', events: [{ type: 'TextPublished', data }] };
  },
  evolve: (_state, { data: { at, version, text, mustAccept = null } }) => ({
    version,
    text,
    publishedAt: at,
    mustAccept,
  }),
};
