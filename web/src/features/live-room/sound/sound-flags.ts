import { useLocalStorage } from '@mantine/hooks';
import type { SoundEvent } from '@saleyard/contract/realtime.ts';

/** Where each sound's own flag is kept, as the specification names them; all are on until switched off. */
const FLAGS: Readonly<Record<SoundEvent, string>> = {
  bid: 'bidSound',
  outbid: 'outBidSound',
  won: 'wonSound',
  autobid: 'autoBidSound',
  preclose: 'countdownSound',
};

/** Whether a person wants to hear this sound. */
export const wantsSound = (event: SoundEvent): boolean => localStorage.getItem(FLAGS[event]) !== 'false';

/** The room's own switch. */
export const useSoundOn = () =>
  useLocalStorage<boolean>({
    key: 'saleyard-live-sound',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
