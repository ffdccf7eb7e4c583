import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { serverOperations } from '@saleyard/contract/operations/server.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from './api-client.ts';
import { useFirstRender } from './first-render.ts';

/**
 * The server's time as this device estimates it. `offsetMs` is server minus device; the truth lies within
 * ± `errorMs` (half the round trip of the best recent question).
 */
type ClockState =
  | { status: 'unsynced' }
  | { status: 'synced'; offsetMs: number; errorMs: number; syncedAt: number };

/** A reading older than this may have drifted: the next good answer replaces it even if less precise. ms. */
const STALE_MS = 120_000;

const UNSYNCED: ClockState = { status: 'unsynced' };
let state: ClockState = { ...UNSYNCED };
const watchers = new Set<() => void>();

/** The device's own clock, ms since the epoch. */
export const deviceNow = (): number => Date.now();

/** A clock that never steps, for measuring durations. ms from an arbitrary zero. */
export const monotonicNow = (): number => performance.now();

/** Now, by the server's clock (whole ms since the epoch); by the device's until the first answer. */
export const serverNow = (): number =>
  Math.round(Date.now() + (state.status === 'synced' ? state.offsetMs : 0));

/** How far the device's clock is ahead of the server's, in whole ms; undefined until it is known. */
export const clockOffset = (): number | undefined =>
  state.status === 'synced' ? -Math.round(state.offsetMs) || 0 : undefined;

/**
 * Takes one answer into account: `serverMs` was read between `sentAt` and `receivedAt` (device ms). A less
 * precise answer never replaces a better one that is still fresh.
 */
export function noteServerTime(serverMs: number, sentAt: number, receivedAt: number): void {
  const errorMs = Math.max(0, receivedAt - sentAt) / 2;
  const fresh = state.status === 'synced' && receivedAt - state.syncedAt < STALE_MS;
  // The old reading is kept only while it explains the new one; a device clock that was set breaks that.
  if (fresh && state.status === 'synced' && state.errorMs < errorMs) {
    const difference = Math.abs(serverMs - (sentAt + receivedAt) / 2 - state.offsetMs);
    if (difference <= errorMs + state.errorMs) return;
  }
  state = {
    status: 'synced',
    offsetMs: serverMs - (sentAt + receivedAt) / 2,
    errorMs,
    syncedAt: receivedAt,
  };
  for (const watcher of watchers) watcher();
}

/** Reads the server's time once. */
async function ask(): Promise<void> {
  const sentAt = Date.now();
  const { serverTime } = await call(serverOperations.serverTime);
  noteServerTime(serverTime, sentAt, Date.now());
}

let users = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function keepAsking(): void {
  const againIn = (ms: number) => () => {
    clearTimeout(timer);
    if (users > 0) timer = setTimeout(keepAsking, ms);
  };
  ask().then(againIn(CLIENT_TIMES.serverTimeMs), againIn(CLIENT_TIMES.serverTimeRetryMs));
}

/** A device clock that moved by more than this against the monotonic one was set, or the device slept. ms. */
const SET_MS = 500;

/** The device's clock minus the monotonic one, when it was last compared. */
let apart = Date.now() - performance.now();

/**
 * Notices that the device's clock was set, by comparing it with the monotonic clock. Set back, the server's time goes on
 * from where it was. Forward, the device may have slept, while the monotonic clock stops in some browsers: only the
 * server can say, and is asked at once.
 */
function compareClocks(): void {
  const moved = Date.now() - performance.now() - apart;
  apart += moved;
  if (Math.abs(moved) < SET_MS || state.status === 'unsynced') return;
  if (moved < 0) {
    state = { ...state, offsetMs: state.offsetMs - moved, syncedAt: state.syncedAt + moved };
    for (const watcher of watchers) watcher();
  }
  clearTimeout(timer);
  keepAsking();
}

/** Keeps the clock in step while anyone uses it (every 20 s, 3 s after a failure). Returns what ends it. */
export function startClock(): () => void {
  users += 1;
  if (users === 1) keepAsking();
  return () => {
    users -= 1;
    if (users === 0) clearTimeout(timer);
  };
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** How well the clock is in step; renders again when that changes. */
export const useClockState = (): ClockState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => UNSYNCED,
  );

type Beat = { heard: Set<(now: number) => void>; timer: ReturnType<typeof setTimeout> | undefined };

/** One timer for all that are renewed at the same pace: a page of clocks changes in one go. */
const beats = new Map<number, Beat>();

function beatOf(everyMs: number): Beat {
  const known = beats.get(everyMs) ?? { heard: new Set(), timer: undefined };
  beats.set(everyMs, known);
  return known;
}

function onBeat(everyMs: number, hear: (now: number) => void): () => void {
  const beat = beatOf(everyMs);
  const next = () => {
    compareClocks();
    const now = serverNow();
    for (const heard of beat.heard) heard(now);
    beat.timer = setTimeout(next, everyMs - (now % everyMs));
  };
  hear(serverNow());
  beat.heard.add(hear);
  if (beat.heard.size === 1) beat.timer = setTimeout(next, everyMs - (serverNow() % everyMs));
  return () => {
    beat.heard.delete(hear);
    if (beat.heard.size === 0) clearTimeout(beat.timer);
  };
}

/**
 * Server time in ms, renewed every `everyMs` on the beat of the server's own seconds. In a page that the server rendered
 * it is at first the time of that.
 */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(serverNow);
  const first = useFirstRender();
  useEffect(() => onBeat(everyMs, setNow), [everyMs]);
  return first?.at ?? now;
}
