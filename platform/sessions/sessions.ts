import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifySetCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import session from 'express-session';
import type { Clock } from '../clock/port.ts';
import type { Documents } from '../documents/port.ts';
import { randomToken } from '../ids/ids.ts';
import type { Secrets } from '../secrets/port.ts';
import { DocumentsSessionStore, SESSIONS, sessionKeyOf } from './session-store.ts';
import { cookieIn } from './signed-cookie.ts';

declare module 'express-session' {
  interface SessionData {
    /** Account id of the person signed in. */
    account: string;
    /** Account id of a person who has proven one factor and must prove another: nobody is signed in. */
    halfWay: { account: string; remember: boolean };
    /** The challenge for a browser's passkey. */
    challenge: string;
    /** When the session ends (ms), however much it is used. */
    endsAt: number;
  }
}

const HOUR_MS = 3_600_000;

/** How long a sign-in lasts. ms. */
export const SESSION_TIMES = {
  /** Without remember-me: the browser forgets the cookie when it closes, the server after this long. */
  browserMs: 12 * HOUR_MS,
  rememberedMs: 30 * 24 * HOUR_MS,
  /** To prove a second factor, or to use a passkey. */
  halfWayMs: HOUR_MS / 6,
} as const;

/** Random bits in a session's id. */
const ID_BITS = 128;
/** Bits of the key that signs session cookies. */
const SECRET_BITS = 256;
/** Name of that key among the secrets. */
const SECRET_NAME = 'session-secret';

/** A session for the rest of the system. `sessionId` identifies it and grants nothing. */
type SessionIdentity = { sessionId: string; account: string };

/** A request that express-session has seen. */
type SessionRequest = IncomingMessage & {
  sessionID: string;
  session: session.Session & Partial<session.SessionData>;
};

export type Sessions = {
  /** Express middleware: puts the session on the request, and its cookie on the answer. */
  middleware: ReturnType<typeof session>;
  /** The person who is signed in on this request (after `middleware`), or null. */
  identityOf(request: SessionRequest): SessionIdentity | null;
  /** The person who is signed in by this request's cookie, without any middleware: for a WebSocket's upgrade. */
  sessionOf(request: IncomingMessage): Promise<SessionIdentity | null>;
  /** Signs a person in under a new session id, so that an id known before says nothing after. */
  signIn(request: SessionRequest, account: string, options: { remember: boolean }): Promise<SessionIdentity>;
  /** Remembers under a new session id that a person has proven one factor. */
  beginHalfWay(request: SessionRequest, account: string, options: { remember: boolean }): Promise<void>;
  /** The person who has proven one factor in this session, or null. */
  halfWayOf(request: SessionRequest): { account: string; remember: boolean } | null;
  /** Stores the challenge for a browser's passkey, even if nobody is signed in. */
  keepChallenge(request: SessionRequest, challenge: string): Promise<void>;
  /** The kept challenge, once; null: there is none. */
  takeChallenge(request: SessionRequest): Promise<string | null>;
  /** Ends this request's session and makes the browser delete its cookie. */
  signOut(request: SessionRequest, response: ServerResponse): Promise<void>;
  /** Those of `sessionIds` that have ended or were revoked. */
  isRevoked(sessionIds: readonly string[]): Promise<readonly string[]>;
  /** Ends a session; its next request is anonymous, and its sockets are closed. */
  revoke(sessionId: string): Promise<void>;
  /** Ends every session of an account, but `except`: after a password change. */
  revokeAllOf(account: string, except?: string): Promise<void>;
};

/**
 * Sessions kept in the read store, known by a signed cookie. `secure`: people reach us by https (then the cookie
 * carries the `__Host-` prefix and browsers send it over https only).
 */
export async function createSessions(parts: {
  documents: Documents;
  secrets: Secrets;
  clock: Clock;
  secure: boolean;
  /** Called once a session was ended and is gone from the store, so that its sockets can be closed at once. */
  ended?: (sessionId: string) => void;
}): Promise<Sessions> {
  const { documents, secrets, clock, secure, ended } = parts;
  await documents.declare([{ name: SESSIONS, indexes: [{ keys: { account: 1 } }] }]);
  const secret = await secrets.putIfAbsent(SECRET_NAME, randomToken(SECRET_BITS));
  const store = new DocumentsSessionStore(documents);
  const name = secure ? '__Host-saleyard' : 'saleyard';

  const inner = session({
    name,
    secret,
    store,
    genid: () => randomToken(ID_BITS),
    resave: false,
    saveUninitialized: false,
    // With `secure`, TLS ends in front of us: what the proxy says of the scheme is believed.
    proxy: secure,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  });
  const middleware: typeof inner = (request, response, next) => {
    // A proxy that ends TLS and says nothing of it would otherwise keep every cookie from being set.
    if (secure) request.headers['x-forwarded-proto'] ??= 'https';
    inner(request, response, next);
  };

  const live = (data: Partial<session.SessionData>): data is session.SessionData =>
    typeof data.account === 'string' && typeof data.endsAt === 'number' && data.endsAt > clock.now();

  const identityOf = (request: SessionRequest): SessionIdentity | null =>
    live(request.session)
      ? { sessionId: sessionKeyOf(request.sessionID), account: request.session.account }
      : null;

  const promised = (start: (done: (error?: unknown) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

  /** Begins another session in the place of the request's, which ends. */
  const regenerate = async (request: SessionRequest): Promise<void> => {
    const before = identityOf(request);
    await promised((done) => request.session.regenerate(done));
    if (before !== null) ended?.(before.sessionId);
  };

  const revoke = async (sessionId: string): Promise<void> => {
    await documents.deleteOne(SESSIONS, sessionId);
    ended?.(sessionId);
  };

  return {
    middleware,
    identityOf,

    async sessionOf(request) {
      const raw = cookieIn(request, name);
      if (!raw?.startsWith('s:')) return null;
      const sid = unsign(raw.slice(2), secret);
      if (sid === false) return null;
      const data = await new Promise<session.SessionData | null | undefined>((resolve, reject) =>
        store.get(sid, (error, found) => (error ? reject(error) : resolve(found))),
      );
      return data && live(data) ? { sessionId: sessionKeyOf(sid), account: data.account } : null;
    },

    async signIn(request, account, { remember }) {
      await regenerate(request);
      const lasts = remember ? SESSION_TIMES.rememberedMs : SESSION_TIMES.browserMs;
      request.session.account = account;
      request.session.endsAt = clock.now() + lasts;
      if (remember) request.session.cookie.maxAge = lasts;
      await promised((done) => request.session.save(done));
      return { sessionId: sessionKeyOf(request.sessionID), account };
    },

    async beginHalfWay(request, account, { remember }) {
      await regenerate(request);
      request.session.halfWay = { account, remember };
      request.session.endsAt = clock.now() + SESSION_TIMES.halfWayMs;
      await promised((done) => request.session.save(done));
    },

    halfWayOf({ session: { halfWay, endsAt = 0 } }) {
      return halfWay !== undefined && endsAt > clock.now() ? halfWay : null;
    },

    async keepChallenge(request, challenge) {
      request.session.challenge = challenge;
      request.session.endsAt ??= clock.now() + SESSION_TIMES.halfWayMs;
      await promised((done) => request.session.save(done));
    },

    async takeChallenge(request) {
      const { challenge, endsAt = 0 } = request.session;
      if (challenge === undefined) return null;
      delete request.session.challenge;
      await promised((done) => request.session.save(done));
      return endsAt > clock.now() ? challenge : null;
    },

    async signOut(request, response) {
      const before = identityOf(request);
      await promised((done) => request.session.destroy(done));
      if (before !== null) ended?.(before.sessionId);
      response.appendHeader(
        'Set-Cookie',
        stringifySetCookie({
          name,
          value: '',
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure,
          maxAge: 0,
        }),
      );
    },

    async isRevoked(sessionIds) {
      if (sessionIds.length === 0) return [];
      const standing = await documents.find<{ session: session.SessionData }>(SESSIONS, {
        _id: { $in: [...sessionIds] },
      });
      const alive = new Set(standing.filter(({ session: data }) => live(data)).map(({ _id }) => _id));
      return sessionIds.filter((id) => !alive.has(id));
    },

    revoke,

    async revokeAllOf(account, except) {
      const theirs = await documents.find(SESSIONS, { account });
      await Promise.all(theirs.filter(({ _id }) => _id !== except).map(({ _id }) => revoke(_id)));
    },
  };
}
