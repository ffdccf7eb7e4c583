import { Refused, Session } from '@saleyard/app/client/session.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';

/** Accounts opened and signed in at the same time: password hashing fills the server's cores with fewer. */
const AT_ONCE = 6;
/** Tries of one call that is answered with "busy". */
const TRIES = 5;
/** ms before the next. */
const RETRY_MS = 2_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats a call that the server was too busy for. */
async function retryWhileBusy<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof Refused && (error.status === 503 || error.status === 429);
      if (!isBusy || tries >= TRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/**
 * Opens accounts that may bid and signs each in, as staff do for people: a storm has no interface of its
 * own. @throws Refused
 */
export async function openBidders(
  url: string,
  staff: Session,
  count: number,
  onProgress: (done: number) => void,
): Promise<Session[]> {
  const sessions: Session[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const place = next;
      next += 1;
      const email = `storm-${randomToken(64)}@storm.example`;
      const password = randomToken();
      await retryWhileBusy(() =>
        staff.call('POST', 'staff/accounts', {
          firstName: 'Storm',
          lastName: `Bidder ${place + 1}`,
          email,
          password,
          phone: '0400000000',
          status: 'approved-buyer',
        }),
      );
      sessions[place] = await retryWhileBusy(() => Session.signIn(url, email, password));
      onProgress(sessions.filter(Boolean).length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
  return sessions;
}
