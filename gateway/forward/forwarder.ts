import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ErrorCode, wireError } from '@saleyard/contract/errors.ts';
import { ProxyServer } from 'http-proxy-3';
import type { TrustedProxyHeaders } from '../http/trusted-proxy-headers.ts';
import { LoopTurns } from '../shedding/loop-turns.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';
import { RepeatableBody } from './repeatable-body.ts';
import type { Upstream, Upstreams } from './upstreams.ts';

/**
 * The outcome of one attempt.
 * - `answered`: the client has the answer.
 * - `unreached`: the process never received the request.
 * - `lost`: it may have received it; no answer came.
 * - `broken`: it stopped in the middle of its answer.
 * - `left`: the client disconnected.
 */
type Try = 'answered' | 'unreached' | 'lost' | 'broken' | 'left';

/** The outcome of a request, for metrics. */
export type Forwarded = 'answered' | 'unavailable' | 'lost' | 'broken' | 'left';

type Parts = {
  upstreams: Upstreams;
  proxyHeaders: Pick<TrustedProxyHeaders, 'onward'>;
  onForwarded?: ((outcome: Forwarded) => void) | undefined;
};

/** A process of the role sheds this work now. */
export class UpstreamBusy extends Error {}

/** Headers that concern one connection only. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'];

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Forwards requests to the processes of one role. Bodies of the usual size are received whole first, so that slow
 * senders hold no connection there [G27]. Longer bodies, and answers, are streamed [G23], the bodies one part in each turn
 * of the event loop, so that bids are read between two parts. A request that certainly reached no process is retried with
 * the next. A read whose answer was lost is retried once elsewhere. A write whose
 * answer was lost may have been executed and is answered `unknown`.
 */
export class Forwarder {
  readonly #parts: Parts;
  readonly #bodies = new WeakMap<IncomingMessage, RepeatableBody>();
  readonly #turns = new LoopTurns();
  readonly #agent = new Agent({
    keepAlive: true,
    maxSockets: FORWARD_LIMITS.connectionsPerUpstream,
    timeout: FORWARD_LIMITS.idleMs,
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Receives the part of a request's body that is needed before it can be forwarded. */
  async receive(request: IncomingMessage): Promise<void> {
    await this.#bodyOf(request).receive();
  }

  /** Always answers the request, whose origin is established. */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const outcome = await this.#forward(request, response);
    this.#parts.onForwarded?.(outcome);
    if (outcome === 'unavailable') fail(response, 'unavailable');
    else if (outcome === 'lost')
      fail(response, READING.has(request.method ?? '') ? 'unavailable' : 'unknown');
    else if (outcome === 'broken') response.destroy();
  }

  /**
   * Posts JSON to a process of the role. Resolves to the bytes of its answer; null: it has none.
   * @throws UpstreamBusy where it is shed; Error where no process answers with success
   */
  async post(path: string, value: unknown): Promise<Uint8Array | null> {
    const { upstreams, proxyHeaders } = this.#parts;
    const upstream = upstreams.pick('requests', new Set());
    if (upstream === undefined) throw new Error(`no process takes ${path}`);
    upstream.requests += 1;
    try {
      const answer = await fetch(new URL(path, upstream.url), {
        method: 'POST',
        headers: { ...proxyHeaders.onward({ headers: {} }), 'content-type': 'application/json' },
        body: JSON.stringify(value),
        signal: AbortSignal.timeout(FORWARD_LIMITS.answerMs),
      });
      if (answer.status === 503) throw new UpstreamBusy(`${path} is shed`);
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
      return answer.status === 204 ? null : new Uint8Array(await answer.arrayBuffer());
    } finally {
      upstream.requests -= 1;
    }
  }

  close(): void {
    this.#agent.destroy();
    this.#parts.upstreams.close();
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<Forwarded> {
    const { upstreams } = this.#parts;
    for (const name of HOP_BY_HOP) delete request.headers[name];
    const body = this.#bodyOf(request);
    await body.receive();
    const tried = new Set<Upstream>();
    let triesLeft = READING.has(request.method ?? '') ? 2 : 1;
    for (;;) {
      const upstream = body.isWhole ? upstreams.pick('requests', tried) : undefined;
      if (upstream === undefined) return 'unavailable';
      tried.add(upstream);
      const outcome = await this.#try(upstream, request, response, body);
      if (outcome !== 'unreached' && outcome !== 'lost') return outcome;
      upstreams.doubt(upstream);
      if (outcome === 'lost') triesLeft -= 1;
      if (triesLeft === 0) return 'lost';
    }
  }

  #bodyOf(request: IncomingMessage): RepeatableBody {
    const body = this.#bodies.get(request) ?? new RepeatableBody(request, this.#turns);
    this.#bodies.set(request, body);
    return body;
  }

  #try(
    upstream: Upstream,
    request: IncomingMessage,
    response: ServerResponse,
    body: RepeatableBody,
  ): Promise<Try> {
    let mayHaveArrived = false;
    let hasBegun = false;
    const proxy = new ProxyServer({ target: upstream.url, agent: this.#agent, toProxy: true });
    return new Promise<Try>((settle) => {
      proxy.on('proxyReq', (asked, _request, _response, _options, socket) => {
        if (asked.reusedSocket || !socket.connecting) mayHaveArrived = true;
        else {
          socket.once('connect', () => {
            mayHaveArrived = true;
          });
        }
      });
      proxy.on('proxyRes', (answer) => {
        hasBegun = true;
        delete answer.headers['keep-alive'];
        answer.headers.connection = response.getHeader('connection')?.toString() ?? 'keep-alive';
        answer.once('close', () => settle(answer.complete ? 'answered' : 'broken'));
      });
      proxy.on('econnreset', () => settle('left'));
      response.once('close', () => {
        if (!response.writableFinished) settle('left');
      });
      const failed = (): void => {
        if (response.destroyed) settle('left');
        else if (hasBegun) settle('broken');
        else settle(mayHaveArrived ? 'lost' : 'unreached');
      };
      upstream.requests += 1;
      proxy.web(
        request,
        response,
        {
          buffer: body.stream(),
          headers: { ...this.#parts.proxyHeaders.onward(request), connection: 'keep-alive' },
          proxyTimeout: FORWARD_LIMITS.answerMs,
        },
        failed,
      );
    }).finally(() => {
      upstream.requests -= 1;
    });
  }
}

function fail(
  response: ServerResponse,
  code: ErrorCode & keyof typeof FORWARD_LIMITS.retryAfterSeconds,
): void {
  if (response.headersSent || response.destroyed) return;
  const { status, error } = wireError(code);
  response.statusCode = status;
  response.setHeader('Retry-After', String(FORWARD_LIMITS.retryAfterSeconds[code]));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ errors: [error] }));
}
