import type { SoundEvent } from '@saleyard/contract/realtime.ts';
import { channelOf, next, offer, SILENCE, type SoundQueue } from './sound-queue.ts';
import { playTones, toneLength } from './tones.ts';

/** `blocked`: the browser wants one press on the page before it lets anything be heard. */
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
      this.#context.onstatechange = () => this.#tell();
    }
    await this.#context.resume().catch(() => {});
    this.#tell();
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

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
