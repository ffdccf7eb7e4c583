import type { SoundEvent } from '@saleyard/contract/realtime.ts';

/** Priorities of section 9: on channel 1 the higher one is heard; `bid` gives way to anything. */
const PRIORITY: Readonly<Record<SoundEvent, { channel: 1 | 2; priority: number; ignorable: boolean }>> = {
  bid: { channel: 1, priority: 1, ignorable: true },
  won: { channel: 1, priority: 2, ignorable: false },
  autobid: { channel: 1, priority: 3, ignorable: false },
  outbid: { channel: 1, priority: 4, ignorable: false },
  preclose: { channel: 2, priority: 0, ignorable: false },
};

/** The most sounds that wait on a channel; a further one is dropped, the least pressing first. */
const MOST_WAITING = 2;

export type SoundChannel = { playing: SoundEvent | null; until: number; waiting: readonly SoundEvent[] };
export type SoundQueue = { 1: SoundChannel; 2: SoundChannel };

const silent: SoundChannel = { playing: null, until: 0, waiting: [] };
export const SILENCE: SoundQueue = { 1: silent, 2: silent };

export const channelOf = (event: SoundEvent): 1 | 2 => PRIORITY[event].channel;

const byPriority = (a: SoundEvent, b: SoundEvent) => PRIORITY[b].priority - PRIORITY[a].priority;

/**
 * A sound wants to be heard at `at` (ms). It begins at once on a silent channel or over a less pressing one; else
 * it waits, unless it is ignorable or already waiting. `begin` is what to play now, null for nothing.
 */
export function offer(
  queue: SoundQueue,
  event: SoundEvent,
  at: number,
  lasts: (event: SoundEvent) => number,
): { queue: SoundQueue; begin: SoundEvent | null } {
  const { channel, priority, ignorable } = PRIORITY[event];
  const current = queue[channel];
  const playing = current.until > at ? current.playing : null;
  if (playing === null || PRIORITY[playing].priority < priority)
    return {
      queue: { ...queue, [channel]: { ...current, playing: event, until: at + lasts(event) } },
      begin: event,
    };
  if (ignorable || playing === event || current.waiting.includes(event)) return { queue, begin: null };
  const waiting = [...current.waiting, event].sort(byPriority).slice(0, MOST_WAITING);
  return { queue: { ...queue, [channel]: { ...current, waiting } }, begin: null };
}

/** A channel fell silent at `at`: the most pressing sound that waits begins. */
export function next(
  queue: SoundQueue,
  channel: 1 | 2,
  at: number,
  lasts: (event: SoundEvent) => number,
): { queue: SoundQueue; begin: SoundEvent | null } {
  const current = queue[channel];
  if (current.until > at) return { queue, begin: null };
  const [begin, ...waiting] = current.waiting;
  if (begin === undefined) return { queue: { ...queue, [channel]: silent }, begin: null };
  return { queue: { ...queue, [channel]: { playing: begin, until: at + lasts(begin), waiting } }, begin };
}
