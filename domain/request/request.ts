import type { Decider } from '../decider.ts';

/**
 * The values assigned to one request (ids, numbers, seeds), and the digest of its body. Recorded before anything is
 * done with it, so that the same request again, also after a crash, goes on with the same ids.
 */
export type RequestEvent = { type: 'RequestTaken'; data: { at: number; body: string; given: unknown } };

/** null: not taken yet. */
export type RequestState = { readonly body: string; readonly given: unknown } | null;

/** `body`: the digest of the request's body; `given`: the values to assign if it is new. JSON. */
export type RequestCommandBody = { type: 'take'; body: string; given: unknown };

/** A request by its commandId, in the stream `request-{commandId}`: taken once, and for ever with the same body. */
export const requestDecider: Decider<
  RequestState,
  RequestCommandBody,
  RequestEvent,
  { code: 'duplicate-conflict' }
> = {
  initial: null,
  decide(state, { at, body: { body, given } }) {
    if (state === null)
      return { outcome: 'accepted', events: [{ type: 'RequestTaken', data: { at, body, given } }] };
    if (state.body !== body) return { outcome: 'refused', code: 'duplicate-conflict' };
    return { outcome: 'accepted', events: [] };
  },
  evolve: (_state, { data: { body, given } }) => ({ body, given }),
};
