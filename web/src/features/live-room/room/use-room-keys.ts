import { useEffect, useRef } from 'react';
import { STEPS, type StepCount } from '@/features/live-room/rules/prices.ts';

/** What the room's keys do. */
export type RoomKeys = {
  step: (by: 1 | -1) => void;
  choose: (steps: StepCount) => void;
  /** Bid, or confirm the bid that waits. */
  enter: () => void;
  escape: () => void;
  watch: () => void;
  mute: () => void;
  help: () => void;
};

/** Where keys belong to what has the focus: fields, and anything in an open dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog[open], [role="dialog"]') !== null;

/** Enter on a focused button or link presses that, not the bid. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary') !== null;

function act(key: string, target: EventTarget | null, keys: RoomKeys): boolean {
  const steps = /^[1-4]$/.test(key) ? STEPS[Number(key) - 1] : undefined;
  if (steps !== undefined) keys.choose(steps);
  else if (key === 'j' || key === 'J') keys.step(1);
  else if (key === 'k' || key === 'K') keys.step(-1);
  else if (key === 'w' || key === 'W') keys.watch();
  else if (key === 'm' || key === 'M') keys.mute();
  else if (key === '?') keys.help();
  else if (key === 'Escape') keys.escape();
  else if (key === 'Enter' && !isPressable(target)) keys.enter();
  else return false;
  return true;
}

/** Listens for the room's keys while `on`. A held key acts once; with Ctrl, Alt or Meta it is the browser's. */
export function useRoomKeys(on: boolean, keys: RoomKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyping(event.target)) return;
      if (act(event.key, event.target, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}
