import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { RoomLot } from '@/features/live-room/rules/room-lot.ts';
import classes from './lot-picture.module.css';

/** A lot's first picture; a quiet panel with the lot's number when there is none or it can't be loaded. */
export function LotPicture({ lot }: { lot: RoomLot }) {
  const thumbnail = lot.details?.media[0]?.thumbnail;
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={classes.picture} data-kind={thumbnail ? undefined : 'none'}>
      {thumbnail && failed !== thumbnail ? (
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(thumbnail)}
        />
      ) : (
        <IconPhotoOff size={28} stroke={1.25} aria-hidden="true" />
      )}
    </span>
  );
}
