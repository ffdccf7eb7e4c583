import type { BidDecision } from '@saleyard/contract/bids.ts';
import type { WireError } from '@saleyard/contract/errors.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';

/** ms between two questions about a command whose fate is not known, and for how long altogether. */
const AGAIN_MS = 1_000;
const WITHIN_MS = 120_000;
/** ms a call has. */
const ANSWER_MS = 10_000;
/** Answers that say that nothing was done. */
const NOT_TAKEN: readonly string[] = ['unavailable', 'rate-limited', 'full', 'not-found'];

export type AutoBidAnswer = { tries: number } & (
  | { decision: BidDecision }
  | { outcome: 'refused' | 'not-taken' | 'unknown'; code: string | null }
);

type Body = { autobid: number; lot: string; commandId: string };

/** Sets an auto-bid over REST, asking again under the same id as long as nobody knows what became of it. */
export async function autoBidUntilKnown(url: string, cookie: string, body: Body): Promise<AutoBidAnswer> {
  const until = systemClock.monotonic() + WITHIN_MS;
  for (let tries = 1; ; tries += 1) {
    const { decision, code } = await put(url, cookie, body);
    if (decision !== undefined) return { tries, decision };
    const isKnown = code !== null && code !== 'unknown' && code !== 'internal-error';
    // After a try without an answer, that nothing was done this time does not say that nothing was done before.
    if (isKnown && !NOT_TAKEN.includes(code)) return { tries, outcome: 'refused', code };
    if (isKnown && tries === 1) return { tries, outcome: 'not-taken', code };
    if (systemClock.monotonic() > until) return { tries, outcome: 'unknown', code };
    await pause(systemClock, AGAIN_MS);
  }
}

/** `code` null: no answer came. */
async function put(
  url: string,
  cookie: string,
  body: Body,
): Promise<{ decision?: BidDecision; code: string | null }> {
  try {
    const response = await fetch(`${url}/api/v1/users/me/autobids`, {
      method: 'PUT',
      headers: { platform: 'web', origin: url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const record = (await response.json()) as { data?: BidDecision; errors?: WireError[] };
    if (response.ok && record.data) return { decision: record.data, code: null };
    return { code: record.errors?.[0]?.code ?? null };
  } catch {
    return { code: null };
  }
}
