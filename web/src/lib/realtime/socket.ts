import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import type { ServerMessage, ServerPush } from '@saleyard/contract/realtime.ts';
import { OTHER_PROTOCOL_CLOSE } from '@saleyard/contract/realtime-protocol.ts';
import {
  defer,
  filter,
  merge,
  mergeMap,
  NEVER,
  Observable,
  race,
  retry,
  Subject,
  take,
  takeUntil,
  throwError,
  timer,
} from 'rxjs';
import { webSocket } from 'rxjs/webSocket';

export type Channel = ServerPush['channel'];
export type PushOf<C extends Channel> = Extract<ServerPush, { channel: C }>;
export type Answer = Exclude<ServerMessage, ServerPush>;

/** The messages of one frame, in order. Anything that is not a frame of messages yields none. */
function parseFrame(text: string): ServerMessage[] {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(frame) ? frame.filter(isMessage) : [];
}

const isMessage = (value: unknown): value is ServerMessage =>
  typeof value === 'object' && value !== null && ('channel' in value || 'id' in value);

export const isPush = (message: ServerMessage): message is ServerPush => 'channel' in message;

/** Hands one frame to the open socket. False: the socket is not open and nothing was sent, now or later. */
export type SendFrame = (messages: readonly unknown[]) => boolean;

export type SocketSignal =
  | { kind: 'open'; send: SendFrame }
  | { kind: 'messages'; messages: ServerMessage[] }
  /** The connection is gone. `timedOut`: it never opened within the connect timeout. */
  | { kind: 'down'; timedOut: boolean }
  /** The server speaks another version of the protocol: nothing more is tried, the page must be loaded again. */
  | { kind: 'outdated' };

/** The client's times, each of which a test may shorten. ms. */
export type ClientTimes = { [K in keyof typeof CLIENT_TIMES]: number };

type SocketOptions = {
  url: string;
  /** 0 to 1, for the jitter of reconnects. */
  random: () => number;
  /** Whether the machine says it has a network; reconnects wait for one. */
  online: Observable<boolean>;
  /** Each emission ends the current connection, as if it had dropped. */
  drop: Observable<unknown>;
  /** Each emission reconnects at once instead of waiting. */
  wake: Observable<unknown>;
  /** The browser's own unless a test brings another. */
  WebSocketCtor?: typeof WebSocket;
  times?: Partial<ClientTimes>;
};

/**
 * One connection, opened again for as long as anyone is subscribed: after 0.5–2.5 s with jitter, at once when
 * woken, never while the machine has no network. It tries without end; the delay limits its rate.
 *
 * rxjs's socket keeps what is sent before it opens and sends it later. A bid must never wait like that, so every
 * connection is a fresh one and frames go only through the `send` of its `open` signal.
 */
export function connect(options: SocketOptions): Observable<SocketSignal> {
  const times = { ...CLIENT_TIMES, ...options.times };
  const spread = times.reconnectMaxMs - times.reconnectMinMs;
  const downs = new Subject<SocketSignal>();
  const backOnline = options.online.pipe(
    filter((online) => online),
    take(1),
  );
  const pause = () =>
    race(timer(times.reconnectMinMs + options.random() * spread), options.wake.pipe(take(1))).pipe(
      mergeMap(() => backOnline),
    );
  const attempts = defer(() => backOnline.pipe(mergeMap(() => oneConnection(options, times)))).pipe(
    retry({
      delay: (reason) => {
        downs.next({ kind: 'down', timedOut: reason === CONNECT_TIMEOUT });
        if (reason !== OUTDATED) return pause();
        downs.next({ kind: 'outdated' });
        return NEVER;
      },
    }),
  );
  return merge(downs, attempts);
}

const CONNECT_TIMEOUT = 'connect-timeout';
const OUTDATED = 'outdated';

function oneConnection(options: SocketOptions, times: ClientTimes): Observable<SocketSignal> {
  return new Observable<SocketSignal>((subscriber) => {
    const opened = new Subject<void>();
    let socket: WebSocket | null = null;
    let closeCode: number | null = null;
    const wire = webSocket<SocketSignal>({
      url: options.url,
      ...(options.WebSocketCtor && { WebSocketCtor: options.WebSocketCtor }),
      deserializer: ({ data }) => ({ kind: 'messages', messages: parseFrame(String(data)) }),
      closeObserver: {
        next: ({ code }) => {
          closeCode = code;
        },
      },
      openObserver: {
        next: (event) => {
          const open = event.target as WebSocket;
          socket = open;
          opened.next();
          subscriber.next({ kind: 'open', send: (messages) => sendOn(open, messages) });
        },
      },
    });
    const tooLate = timer(times.connectTimeoutMs).pipe(
      takeUntil(opened),
      mergeMap(() => throwError(() => CONNECT_TIMEOUT)),
    );
    const dropped = merge(options.drop, options.online.pipe(filter((online) => !online))).pipe(
      mergeMap(() => throwError(() => 'dropped')),
    );
    // A clean close (1012, 1013) completes rxjs's socket; here every end is a drop.
    const running = new Observable<SocketSignal>((inner) =>
      wire.subscribe({
        next: (signal) => inner.next(signal),
        error: (error) => inner.error(error),
        complete: () => inner.error(closeCode === OTHER_PROTOCOL_CLOSE ? OUTDATED : 'closed'),
      }),
    );
    const subscription = merge(running, tooLate, dropped, NEVER).subscribe(subscriber);
    return () => {
      subscription.unsubscribe();
      if (socket && socket.readyState <= 1) socket.close();
    };
  });
}

function sendOn(socket: WebSocket, messages: readonly unknown[]): boolean {
  if (socket.readyState !== 1) return false;
  socket.send(JSON.stringify(messages));
  return true;
}
