import type { SoundEvent } from '@saleyard/contract/realtime.ts';

/** One note: Hz, when it begins and how long it lasts (ms), how loud (0 to 1). */
type Note = { hz: number; at: number; ms: number; loud: number; wave: OscillatorType };

const note = (hz: number, at: number, ms: number, loud = 0.25, wave: OscillatorType = 'sine'): Note => ({
  hz,
  at,
  ms,
  loud,
  wave,
});

/** Each event's tones: rising is good, falling is bad, ticks are time. */
const TONES: Readonly<Record<SoundEvent, readonly Note[]>> = {
  bid: [note(880, 0, 70, 0.12)],
  won: [note(523, 0, 140), note(659, 140, 140), note(784, 280, 140), note(1047, 420, 320)],
  autobid: [note(587, 0, 110), note(784, 120, 170)],
  outbid: [
    note(494, 0, 150, 0.3, 'triangle'),
    note(370, 160, 150, 0.3, 'triangle'),
    note(277, 320, 260, 0.3, 'triangle'),
  ],
  preclose: [
    note(1320, 0, 60, 0.2, 'square'),
    note(1320, 180, 60, 0.2, 'square'),
    note(1320, 360, 60, 0.2, 'square'),
  ],
};

/** How long an event sounds, ms. */
const toneLength = (event: SoundEvent): number => Math.max(...TONES[event].map(({ at, ms }) => at + ms));

/** Plays an event's tones through `context`; returns what silences them. */
function playTones(context: AudioContext, event: SoundEvent): () => void {
  const out = context.createGain();
  out.connect(context.destination);
  for (const { hz, at, ms, loud, wave } of TONES[event]) {
    const begin = context.currentTime + at / 1000;
    const end = begin + ms / 1000;
    const voice = context.createOscillator();
    const shape = context.createGain();
    voice.type = wave;
    voice.frequency.value = hz;
    // Soft edges: a tone that starts or stops at full height clicks.
    shape.gain.setValueAtTime(0, begin);
    shape.gain.linearRampToValueAtTime(loud, begin + 0.012);
    shape.gain.setValueAtTime(loud, Math.max(begin + 0.012, end - 0.03));
    shape.gain.linearRampToValueAtTime(0, end);
    voice.connect(shape).connect(out);
    voice.start(begin);
    voice.stop(end);
  }
  return () => out.disconnect();
}

/** Priorities of section 9: on channel 1 the higher one sounds; `bid` gives way to anything. */
const PRIORITY: Readonly<Record<SoundEvent, { channel: 1 | 2; priority: number; ignorable: boolean }>> = {
  bid: { channel: 1, priority: 1, ignorable: true },
  won: { channel: 1, priority: 2, ignorable: false },
  autobid: { channel: 1, priority: 3, ignorable: false },
  outbid: { channel: 1, priority: 4, ignorable: false },
  preclose: { channel: 2, priority: 0, ignorable: false },
};

/** The most sounds that wait on a channel; a further one is dropped, the least pressing first. */
const MOST_WAITING = 2;

type SoundChannel = { playing: SoundEvent | null; until: number; waiting: readonly SoundEvent[] };
type SoundQueue = { 1: SoundChannel; 2: SoundChannel };

const silent: SoundChannel = { playing: null, until: 0, waiting: [] };
export const SILENCE: SoundQueue = { 1: silent, 2: silent };

const channelOf = (event: SoundEvent): 1 | 2 => PRIORITY[event].channel;

const byPriority = (a: SoundEvent, b: SoundEvent) => PRIORITY[b].priority - PRIORITY[a].priority;

/**
 * A sound is due at `at` (ms). It begins at once on a silent channel or over a less pressing one; else
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

/** `blocked`: the browser requires one press on the page before it plays any sound. */
export type SoundState = 'ready' | 'blocked' | 'unsupported';

/** Plays the room's sounds by their priorities. One per room. */
export class SoundPlayer {
  readonly #now: () => number;
  readonly #watchers = new Set<() => void>();
  #context: AudioContext | null = null;
  #queue: SoundQueue = SILENCE;
  #silence: { 1: () => void; 2: () => void } = { 1: () => {}, 2: () => {} };

  constructor(now: () => number) {
    this.#now = now;
  }

  get state(): SoundState {
    if (typeof AudioContext === 'undefined') return 'unsupported';
    return this.#context?.state === 'running' ? 'ready' : 'blocked';
  }

  watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** To be called from a press: browsers let sound begin from nothing else. */
  async unlock(): Promise<void> {
    if (typeof AudioContext === 'undefined') return;
    if (this.#context === null) {
      this.#context = new AudioContext();
      this.#context.onstatechange = () => this.#notify();
    }
    await this.#context.resume().catch(() => {});
    this.#notify();
  }

  /** Offers a sound to its channel; nothing waits while the browser blocks sound. */
  play(event: SoundEvent): void {
    if (this.state !== 'ready') return;
    const { queue, begin } = offer(this.#queue, event, this.#now(), toneLength);
    this.#queue = queue;
    if (begin) this.#begin(begin);
  }

  /** Silences everything. */
  hush(): void {
    this.#queue = SILENCE;
    this.#silence[1]();
    this.#silence[2]();
  }

  close(): void {
    this.hush();
    void this.#context?.close().catch(() => {});
    this.#context = null;
  }

  #begin(event: SoundEvent): void {
    const context = this.#context;
    if (!context) return;
    const channel = channelOf(event);
    this.#silence[channel]();
    this.#silence[channel] = playTones(context, event);
    setTimeout(() => {
      const { queue, begin } = next(this.#queue, channel, this.#now(), toneLength);
      this.#queue = queue;
      if (begin) this.#begin(begin);
    }, toneLength(event) + 5);
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
