import type { StaffLot } from '@saleyard/contract/lots.ts';
import { useEffect, useState } from 'react';
import { serverNow } from '@/lib/clock.ts';

/** One price the console saw; `who` as the public sees them: a paddle, `vendor` or `floor`. */
export type LoggedBid = { cents: number; who: string; at: number };

/** Prices kept of the lot in hand. */
const KEPT = 12;

/** The prices of the chosen lot since it was chosen, the newest first. */
export function useBidLog(lot: StaffLot | null): readonly LoggedBid[] {
  const [log, setLog] = useState<{ lot: string | null; bids: readonly LoggedBid[] }>({ lot: null, bids: [] });
  const id = lot?._id ?? null;
  const cents = lot?.currentBidCents ?? null;
  const who = lot?.winner ?? null;
  useEffect(() => {
    setLog((known) => {
      const bids = known.lot === id ? known.bids : [];
      const last = bids[0];
      if (cents === null || who === null || (last?.cents === cents && last.who === who))
        return { lot: id, bids };
      return { lot: id, bids: [{ cents, who, at: serverNow() }, ...bids].slice(0, KEPT) };
    });
  }, [id, cents, who]);
  return log.lot === id ? log.bids : [];
}
