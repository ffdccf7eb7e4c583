import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { RequestHandler } from 'express';
import { hasBody } from '../shedding/client-limits.ts';

/** How slow a client may be; beyond, it is cut off [G28]. */
export const TRANSFER_LIMITS = {
  /** ms in which a request's headers must arrive. */
  headersMs: 10_000,
  /** ms after its headers from which a body must arrive at the minimum rate … */
  graceMs: 5_000,
  /** … of this many bytes per second, on average from then on … */
  bytesPerSecond: 4 * 1024,
  /** … and ms in which it must be complete. */
  bodyMs: 60_000,
  /** ms between two checks of a slow body or answer. */
  lookMs: 1_000,
  /** ms in which a client must read part of a pending answer, plus the time that the minimum rate allows for it. */
  unreadMs: 10_000,
  /** Bytes of the body of a refused request that are received all the same, so that its connection goes on. */
  droppedBytes: 64 * 1024,
  /** ms that a client has to read a refusal before its connection is closed, where more than that is not received. */
  lingerMs: 2_000,
} as const;

/** Calls `look` every second after `afterMs`, until it returns false or the returned function is called. */
function watch(clock: Clock, afterMs: number, look: () => boolean): () => void {
  const again = (): void => {
    if (look()) stop = clock.after(TRANSFER_LIMITS.lookMs, again);
  };
  let stop = clock.after(afterMs, again);
  return () => stop();
}

/** Cuts off a body that arrives too slowly: 408, then closes the connection. */
function watchBody(
  clock: Clock,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: () => void,
): void {
  const { socket } = request;
  const began = clock.monotonic();
  const before = socket.bytesRead;
  const stop = watch(clock, TRANSFER_LIMITS.graceMs, () => {
    const { graceMs, bytesPerSecond, bodyMs } = TRANSFER_LIMITS;
    const ms = clock.monotonic() - began;
    // Bytes that arrived and were not read yet are not the sender's delay.
    if (request.readableLength > 0 && ms <= bodyMs) return true;
    const due = ((ms - graceMs + TRANSFER_LIMITS.lookMs) / 1_000) * bytesPerSecond;
    if (ms <= bodyMs && socket.bytesRead - before >= due) return true;
    if (response.headersSent) socket.destroy();
    else {
      response.once('close', () => socket.destroy());
      response.setHeader('Connection', 'close');
      refuse();
    }
    return false;
  });
  request.once('end', stop);
  request.once('close', stop);
}

/** Cuts off a client that does not read its answer. */
function watchAnswer(clock: Clock, { socket }: IncomingMessage, response: ServerResponse): void {
  let waits = 0;
  let taken = 0;
  let since = 0;
  const stop = watch(clock, TRANSFER_LIMITS.unreadMs, () => {
    const now = clock.monotonic();
    const left = socket.writableLength;
    const gone = socket.bytesWritten - left;
    if (left === 0 || gone !== taken) [waits, taken, since] = [left, gone, now];
    const ms = TRANSFER_LIMITS.unreadMs + (waits / TRANSFER_LIMITS.bytesPerSecond) * 1_000;
    if (left > 0 && now - since > ms) {
      socket.destroy();
      return false;
    }
    return true;
  });
  response.once('close', stop);
}

/**
 * Reads nothing more of a body when its request has been answered before it came, as when it was shed: Node would read
 * it to its end and drop it. The client has a moment to read the answer, and its connection is closed.
 */
function leaveBody(clock: Clock, request: IncomingMessage, response: ServerResponse): void {
  response.once('prefinish', () => {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (request.complete || length <= TRANSFER_LIMITS.droppedBytes) return;
    // A body that somebody reads is not dropped, and this reads no more than fits into a buffer.
    request.read(0);
    const cancel = clock.after(TRANSFER_LIMITS.lingerMs, () => request.socket.destroy());
    request.socket.once('close', cancel);
  });
}

/** Cuts off clients that send a body or read an answer more slowly than a real client does [G28]. */
export const slowTransfers =
  (clock: Clock): RequestHandler =>
  (request, response, next) => {
    const refuse = (): void => sendRefusal(response, refusal('too-slow'));
    if (hasBody(request)) {
      watchBody(clock, request, response, refuse);
      leaveBody(clock, request, response);
    }
    watchAnswer(clock, request, response);
    next();
  };
