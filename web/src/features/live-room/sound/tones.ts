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

/** How long an event is heard, ms. */
export const toneLength = (event: SoundEvent): number =>
  Math.max(...TONES[event].map(({ at, ms }) => at + ms));

/** Plays an event's tones through `context`; returns what silences them. */
export function playTones(context: AudioContext, event: SoundEvent): () => void {
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
