import { HEADERS } from '@saleyard/contract/operation.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';

/** Error codes of calls that were not begun, the number of retries, and ms between them. */
const NOT_BEGUN = ['busy', 'unavailable'];
const RETRIES = 60;
const RETRY_MS = 1_000;

/** An error response, with the server's message. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(what: string, status: number, code: string, message: string) {
    super(`${what}: ${status} ${code}: ${message}`);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

/** One person's session with a running server over REST. */
export class Session {
  readonly #base: string;
  #cookie = '';
  #id = '';

  private constructor(base: string) {
    this.#base = base;
  }

  /** Signs in. `base` is the server's origin. @throws Refused */
  static async signIn(base: string, email: string, password: string): Promise<Session> {
    const session = new Session(base);
    const basic = Buffer.from(`${email}:${password}`).toString('base64');
    const { user } = await session.call<{ user: { _id: string } }>('GET', 'users/me', undefined, {
      authorization: `Basic ${basic}`,
    });
    session.#id = user._id;
    return session;
  }

  /** The account's `_id`. */
  get id(): string {
    return this.#id;
  }

  get cookie(): string {
    return this.#cookie;
  }

  /**
   * Calls `api/v1/{path}` and returns its data. Retries while a busy server sheds the call, or one of its processes
   * cannot be reached.
   * @throws Refused
   */
  async call<T>(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.callOnce<T>(method, path, body, more);
      } catch (error) {
        const isNotBegun = error instanceof Refused && NOT_BEGUN.includes(error.code);
        if (!isNotBegun || retries === RETRIES) throw error;
        await pause(systemClock, RETRY_MS);
      }
    }
  }

  /** As `call`, without retries. @throws Refused */
  async callOnce<T>(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<T> {
    const response = await fetch(`${this.#base}/api/v1/${path}`, {
      method,
      headers: {
        [HEADERS.platform]: 'web',
        origin: this.#base,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#cookie && { cookie: this.#cookie }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookie = response.headers.getSetCookie().find((one) => /^(__Host-)?saleyard=/.test(one));
    if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
    const answer = (await response.json().catch(() => ({}))) as {
      data?: T;
      errors?: { code: string; message: string }[];
    };
    if (response.ok) return answer.data as T;
    const error = answer.errors?.[0];
    throw new Refused(`${method} ${path}`, response.status, error?.code ?? 'unknown', error?.message ?? '');
  }
}
