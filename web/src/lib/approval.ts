import { type AccountStatus, mayBid } from '@saleyard/domain/account/status.ts';
import { useCallback, useEffect } from 'react';
import { useMe } from './session.ts';
import { useStoredValue } from './stored-value.ts';

/** Whether the person of this device could buy when they last knew: the account's id, and 1 or 0. */
const KNOWN = 'saleyard-may-buy';

/**
 * Whether the person who is signed in may buy now and could not when they last knew it, on this device, and the way to
 * say that they have read it. It stays until then, over visits too.
 */
export function useApproval(): { isNew: boolean; read: () => void } {
  const me = useMe();
  const [known, setKnown] = useStoredValue<string | null>(KNOWN, null);
  const may = me ? mayBid(me.status as AccountStatus) : false;
  const now = me ? `${me._id} ${may ? 1 : 0}` : null;
  const isNew = may && known === `${me?._id} 0`;
  const read = useCallback(() => {
    if (now !== null) setKnown(now);
  }, [now, setKnown]);
  useEffect(() => {
    if (!isNew && known !== now) read();
  }, [isNew, known, now, read]);
  return { isNew, read };
}
