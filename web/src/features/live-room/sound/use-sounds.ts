import type { SoundEvent } from '@saleyard/contract/realtime.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useRoomPreferences } from '@/features/live-room/room/room-context.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import { lotTimeLeft, type RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { soundsOfChanges } from '@/features/live-room/rules/sound-changes.ts';
import { deviceNow, serverNow, useNow } from '@/lib/clock.ts';
import { useLatestCallback } from '@/lib/latest-callback.ts';
import { useConnection, useRealtime } from '@/lib/realtime/realtime-context.tsx';
import { SoundPlayer, type SoundState } from './sound-player.ts';

/** Where each sound's own flag is kept, as the specification names them; all are on until switched off. */
const FLAGS: Readonly<Record<SoundEvent, string>> = {
  bid: 'bidSound',
  outbid: 'outBidSound',
  won: 'wonSound',
  autobid: 'autoBidSound',
  preclose: 'countdownSound',
};

/** Whether this sound is switched on for the person; it is where the browser lets nothing be read. */
function wantsSound(event: SoundEvent): boolean {
  try {
    return localStorage.getItem(FLAGS[event]) !== 'false';
  } catch {
    return true;
  }
}

/** The room's sounds: the switch, and whether the browser lets them play. Toggled while blocked they start. */
export type RoomSounds = { on: boolean; state: SoundState; toggle: () => void };

/** Plays what the server's sound events say, and the countdown of the viewer's own and selected lots. */
export function useSounds(room: Room, selected: string | null): RoomSounds {
  const [player] = useState(() => new SoundPlayer(deviceNow));
  const { soundOn: on, setSoundOn: setOn } = useRoomPreferences();
  const state = useSyncExternalStore(player.watch, () => player.state);
  const realtime = useRealtime();
  useEffect(() => () => player.close(), [player]);

  const play = useCallback(
    (event: SoundEvent) => {
      if (on && wantsSound(event)) player.play(event);
    },
    [player, on],
  );

  const countdown = useCountdownSound(room, selected, play);
  const auction = room.auction._id;
  useEffect(() => {
    const events = realtime.pushes('events').subscribe((pushes) => {
      for (const { data } of pushes) {
        if (data.data.bid.auction !== auction) continue;
        if (data.event === 'preclose') countdown(data.data.bid.lot);
        else play(data.event);
      }
    });
    return () => events.unsubscribe();
  }, [realtime, auction, play, countdown]);

  useSoundsOfChanges(room, play);
  useUnlockByAnyPress(player, on);

  const toggle = useLatestCallback(() => {
    if (on && player.state === 'blocked') return void player.unlock();
    if (on) player.hush();
    setOn(!on);
  });
  return useMemo(() => ({ on, state, toggle }), [on, state, toggle]);
}

/** Without a socket no sound is sent: the page plays what it sees change. */
function useSoundsOfChanges({ lots, viewer }: Room, play: (event: SoundEvent) => void): void {
  const isBasic = useConnection().state === 'Basic';
  const before = useRef<ReadonlyMap<string, RoomLot> | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = isBasic ? new Map(lots.map((lot) => [lot._id, lot])) : null;
    if (known !== null) for (const event of soundsOfChanges(known, lots, viewer)) play(event);
  }, [isBasic, lots, viewer, play]);
}

/**
 * Plays once for each deadline of a lot, whether the server says it or this page's own clock: after an extension it
 * plays again. What is returned is to be called with the lot that the server names.
 */
function useCountdownSound(
  room: Room,
  selected: string | null,
  play: (event: SoundEvent) => void,
): (lot: string) => void {
  const heard = useRef(new Map<string, number>());
  const now = useNow();
  const latest = useRef(room.lots);
  useEffect(() => {
    latest.current = room.lots;
  });
  useEffect(() => {
    const { auction, lots, viewer } = room;
    const before = AUCTION_TYPES[auction.auctionType].precloseMs;
    if (before === null) return;
    let due = false;
    for (const lot of lots) {
      const concerns =
        lot._id === selected || viewer.participated.has(lot._id) || viewer.watching.has(lot._id);
      if (!concerns || lot.finishAt === null || heard.current.get(lot._id) === lot.finishAt) continue;
      const left = lotTimeLeft(lot, auction, Math.max(now, serverNow()));
      if (left === null || left > before) continue;
      heard.current.set(lot._id, lot.finishAt);
      // Found late (a page just opened): the moment has passed.
      if (left > before - 2_000) due = true;
    }
    if (due) play('preclose');
  }, [room, selected, now, play]);
  return useCallback(
    (id: string) => {
      const finishAt = latest.current.find(({ _id }) => _id === id)?.finishAt ?? null;
      if (finishAt === null || heard.current.get(id) === finishAt) return;
      heard.current.set(id, finishAt);
      play('preclose');
    },
    [play],
  );
}

/**
 * Sound is opened so long after a press, ms: opening the audio device holds the page up, and a bid that the press makes is
 * shown first. Browsers count the press for about a second.
 */
const AFTER_PRESS_MS = 250;

function useUnlockByAnyPress(player: SoundPlayer, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const unlock = ({ target }: Event) => {
      // The switch starts the sound itself: at the end of its press it would find it started, and switch it off.
      if (target instanceof Element && target.closest('[data-sound]')) return;
      clearTimeout(soon);
      if (player.state === 'blocked') soon = setTimeout(() => void player.unlock(), AFTER_PRESS_MS);
    };
    window.addEventListener('pointerdown', unlock);
    window.addEventListener('keydown', unlock);
    return () => {
      clearTimeout(soon);
      window.removeEventListener('pointerdown', unlock);
      window.removeEventListener('keydown', unlock);
    };
  }, [player, on]);
}
