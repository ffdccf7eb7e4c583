import { useLocalStorage } from '@mantine/hooks';
import { useCallback } from 'react';
import type { ConfirmWay } from '@/features/live-room/rules/bid-machine.ts';

/** How the lot list looks: cards with pictures, cards without, or rows. */
export type GridState = 'default' | 'no-image' | 'list';

const useGridState = () =>
  useLocalStorage<GridState>({
    key: 'saleyard-live-grid',
    defaultValue: 'default',
    getInitialValueInEffect: false,
  });

const useConfirmWay = () =>
  useLocalStorage<ConfirmWay>({
    key: 'saleyard-live-confirm',
    defaultValue: 'confirm',
    getInitialValueInEffect: false,
  });

const useHotkeysOn = () =>
  useLocalStorage<boolean>({
    key: 'saleyard-live-hotkeys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });

/** Lots remembered as not to be asked about; the oldest choice is forgotten first. */
const MOST_UNASKED = 100;

/** Lots whose usual bids are sent without asking. */
function useUnasked(): [ReadonlySet<string>, (lot: string, skip: boolean) => void] {
  const [lots, setLots] = useLocalStorage<string[]>({
    key: 'saleyard-live-unasked',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const set = useCallback(
    (lot: string, skip: boolean) =>
      setLots((known) => [...known.filter((id) => id !== lot), ...(skip ? [lot] : [])].slice(-MOST_UNASKED)),
    [setLots],
  );
  return [new Set(lots), set];
}

/** What a person set for the room on this device. */
export function useRoomPreferences() {
  const [grid, setGrid] = useGridState();
  const [confirmWay, setConfirmWay] = useConfirmWay();
  const [hotkeysOn, setHotkeysOn] = useHotkeysOn();
  const [unasked, setUnasked] = useUnasked();
  return { grid, setGrid, confirmWay, setConfirmWay, hotkeysOn, setHotkeysOn, unasked, setUnasked };
}

export type RoomPreferences = ReturnType<typeof useRoomPreferences>;
