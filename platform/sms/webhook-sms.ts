import { createHmac } from 'node:crypto';
import { pause } from '../clock/pause.ts';
import type { Clock } from '../clock/port.ts';
import { checkedSms, SmsRefused, type SmsSender, SmsUnavailable } from './port.ts';

/** ms for an answer. */
const ANSWER_MS = 10_000;
/** ms before a message is sent again that was not taken. */
const RETRY_MS = [1_000, 5_000];
/** Statuses that say: not now. */
const NOT_NOW = new Set([408, 425, 429]);

/**
 * Sends each text message as a POST of JSON, `{ id, to, text }`, to an address that passes it on to a provider. With
 * `key`, the header `x-saleyard-signature` is the HMAC-SHA256 of the body in hexadecimal. `Idempotency-Key` is the
 * message's id. 2xx is acceptance; any other 4xx than 408, 425 and 429 refuses the message for good.
 */
export function createWebhookSms(parts: { url: string; key: string | null; clock: Clock }): SmsSender {
  const { url, key, clock } = parts;
  const ended = new AbortController();

  /** Whether it was taken; false: not now. @throws SmsRefused */
  const post = async (id: string, body: string): Promise<boolean> => {
    const signature = key === null ? null : createHmac('sha256', key).update(body).digest('hex');
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(signature !== null && { 'x-saleyard-signature': signature }),
      },
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ended.signal]),
    });
    await answer.body?.cancel();
    if (answer.ok) return true;
    const { status } = answer;
    if (status >= 400 && status < 500 && !NOT_NOW.has(status))
      throw new SmsRefused(`by the service (${status})`);
    return false;
  };

  return {
    async send(sms) {
      const { id, to, text } = checkedSms(sms);
      const body = JSON.stringify({ id, to, text });
      let cause: unknown;
      for (let tries = 0; ; tries += 1) {
        try {
          if (await post(id, body)) return;
        } catch (error) {
          if (error instanceof SmsRefused) throw error;
          cause = error;
        }
        const wait = RETRY_MS[tries];
        if (wait === undefined || ended.signal.aborted) throw new SmsUnavailable(cause);
        await pause(clock, wait, ended.signal);
      }
    },
    async close() {
      ended.abort();
    },
  };
}
