import type { ClientMessage, ClientMessageName } from '@saleyard/contract/realtime.ts';
import type { Answer, SendFrame } from './socket.ts';

/** What became of a question. */
export type RpcResult =
  | { outcome: 'answered'; data: unknown }
  | { outcome: 'error'; code: string; message: string }
  /** The socket was not open: nothing was sent, nothing will be. */
  | { outcome: 'offline' }
  /** Sent, and no answer came: it may or may not have arrived. */
  | { outcome: 'unknown' };

/** How long an answer is awaited while the socket stays open, ms. Afterwards: `unknown`. */
const ANSWER_TIMEOUT_MS = 10_000;

type Waiting = { settle: (result: RpcResult) => void; timer: ReturnType<typeof setTimeout> };

/** Requests on one connection, distinguished by their ids. */
export class RpcClient {
  #send: SendFrame | null = null;
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();

  /** A connection opened: questions may go through it. */
  opened(send: SendFrame): void {
    this.#send = send;
  }

  /** The connection is gone: every call on it stays unanswered. */
  dropped(): void {
    this.#send = null;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, { outcome: 'unknown' });
  }

  /** Sends the request now or not at all. Never rejects. */
  ask<N extends ClientMessageName>(name: N, data: ClientMessage<N>['data']): Promise<RpcResult> {
    const [channel, event] = name.split('/');
    const id = this.#next++;
    if (!this.#send?.([{ id, channel, event, data }])) return Promise.resolve({ outcome: 'offline' });
    return new Promise((settle) => {
      const timer = setTimeout(() => this.#settle(id, { outcome: 'unknown' }), ANSWER_TIMEOUT_MS);
      this.#waiting.set(id, { settle, timer });
    });
  }

  /** Takes an answer from the wire; one to nothing asked is ignored. */
  answered(answer: Answer): void {
    if (answer.id === null) return;
    this.#settle(
      answer.id,
      'error' in answer
        ? { outcome: 'error', code: answer.error.code, message: answer.error.message }
        : { outcome: 'answered', data: answer.data },
    );
  }

  #settle(id: number, result: RpcResult): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    waiting.settle(result);
  }
}
