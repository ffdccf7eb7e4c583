import type { AccountRole } from '@saleyard/domain/account/events.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';

/** A signed-in person, as the upgrade's cookie names them. `sessionId` opens nothing by itself. */
export type Session = { sessionId: string; userId: string; role: AccountRole; status: AccountStatus };

/**
 * The person at the other end of a socket.
 * - `anonymous`: sees public auctions only; `presence` is the id under which it is counted, once it asked.
 * - `signedIn`: may bid as far as its account's status allows.
 * - `connected`: signed in, and its own updates and sounds flow to it (`connect-user`).
 * - `closing`: nothing it sends is taken any more.
 */
export type SocketSession =
  | { kind: 'anonymous'; presence: string | null }
  | { kind: 'signedIn'; session: Session }
  | { kind: 'connected'; session: Session }
  | { kind: 'closing' };

/** The signed-in person at this socket, or null. */
export const sessionAt = (state: SocketSession): Session | null =>
  state.kind === 'signedIn' || state.kind === 'connected' ? state.session : null;
