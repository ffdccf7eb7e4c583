import { hash } from 'node:crypto';
import session from 'express-session';
import type { Documents } from '../documents/port.ts';

/** The collection of sessions; no projection owns it. */
export const SESSIONS = 'sessions';

/** A stored session, under the hash of its id. */
type SessionDocument = { session: session.SessionData; account: string | null };

/**
 * A session's public name: the SHA-256 of the id in the cookie. Stores, logs and the gateway know only this,
 * so that reading the store is not enough to take a session over.
 */
export const sessionKeyOf = (sid: string): string => hash('sha256', sid);

const noop = () => {};

/** express-session's store on the Documents port. A session ends at its own `endsAt` (ms); `touch` does not extend it. */
export class DocumentsSessionStore extends session.Store {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    super();
    this.#documents = documents;
  }

  override get(sid: string, done: (error: unknown, session?: session.SessionData | null) => void): void {
    this.#documents.get<SessionDocument>(SESSIONS, sessionKeyOf(sid)).then(
      // Stored documents are read-only; express-session makes the session out of what it is given.
      (stored) => done(null, stored ? structuredClone(stored.session) : null),
      (error: unknown) => done(error),
    );
  }

  override set(sid: string, data: session.SessionData, done: (error?: unknown) => void = noop): void {
    const document: SessionDocument = {
      // express-session hands out live objects (a Cookie with methods): what is kept is their JSON.
      session: JSON.parse(JSON.stringify(data)) as session.SessionData,
      account: data.account ?? data.halfWay?.account ?? null,
    };
    this.#documents.upsert(SESSIONS, sessionKeyOf(sid), document, data.endsAt).then(
      () => done(),
      (error: unknown) => done(error),
    );
  }

  override destroy(sid: string, done: (error?: unknown) => void = noop): void {
    this.#documents.deleteOne(SESSIONS, sessionKeyOf(sid)).then(
      () => done(),
      (error: unknown) => done(error),
    );
  }

  /** Sessions end at a fixed time, so that a request alone writes nothing. */
  override touch(_sid: string, _data: session.SessionData, done: () => void = noop): void {
    done();
  }
}
