import type { AccountRole } from '@saleyard/domain/account/events.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';

/**
 * A signed-in person, or a visitor who practises, as identified by the upgrade's cookie. `sessionId` grants nothing by
 * itself.
 */
export type Session = { sessionId: string; userId: string; role: AccountRole; status: AccountStatus };

/** A visitor at the socket of their practice sale. They have the rights of no account [G30]. */
export const practising = (visitor: string): Session => ({
  sessionId: visitor,
  userId: visitor,
  role: null,
  status: 'registered',
});

/**
 * The person at the other end of a socket.
 * - `anonymous`: sees public auctions only; `presence` is the id under which it is counted, once requested.
 * - `signedIn`: may bid as far as its account's status allows.
 * - `connected`: signed in, and receives its own updates and sounds (`connect-user`).
 * - `closing`: its messages are ignored.
 */
export type SocketSession =
  | { kind: 'anonymous'; presence: string | null }
  | { kind: 'signedIn'; session: Session }
  | { kind: 'connected'; session: Session }
  | { kind: 'closing' };

/** The signed-in person at this socket, or null. */
export const sessionAt = (state: SocketSession): Session | null =>
  state.kind === 'signedIn' || state.kind === 'connected' ? state.session : null;
