import { IconVolume, IconVolume3, IconVolumeOff } from '@tabler/icons-react';
import type { RoomSounds } from '@/features/live-room/sound/use-sounds.ts';
import classes from './top-bar.module.css';

/** Sound on or off; while the browser blocks sound, the press that starts it. */
export function SoundSwitch({ sounds }: { sounds: RoomSounds }) {
  if (sounds.state === 'unsupported') return null;
  const blocked = sounds.on && sounds.state === 'blocked';
  const Icon = blocked ? IconVolume3 : sounds.on ? IconVolume : IconVolumeOff;
  return (
    <button
      type="button"
      className={classes.tool}
      role="switch"
      aria-checked={sounds.on}
      data-blocked={blocked || undefined}
      aria-label={blocked ? 'Sound is blocked by the browser. Press to start it' : 'Sound'}
      title={blocked ? 'Sound is blocked by the browser: press to start it' : 'Sound (M)'}
      onClick={blocked ? sounds.unlock : sounds.toggle}
    >
      <Icon size={20} aria-hidden="true" />
      {blocked ? (
        <>
          <span className={classes.toolWord}>Press to start sound</span>
          <span className={classes.shortWord}>Start sound</span>
        </>
      ) : (
        <span className={classes.toolWord}>{sounds.on ? 'Sound on' : 'Sound off'}</span>
      )}
    </button>
  );
}
