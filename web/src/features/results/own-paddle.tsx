import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RealtimeProvider, useRealtime } from '@/lib/realtime/realtime-context.tsx';
import { ownPaddleQuery } from './api/own-part.ts';

/** Refusals that asking again does not change. */
const FINAL: ReadonlySet<string> = new Set(['not-found', 'forbidden', 'unauthorized']);

function Ask({ auction }: { auction: string }) {
  const client = useQueryClient();
  const realtime = useRealtime();
  useEffect(
    () =>
      realtime.join({
        auction,
        since: () => null,
        joined: ({ paddle }) => client.setQueryData(ownPaddleQuery(auction).queryKey, paddle),
        // Being throttled passes, and is asked again; the rest leaves the lots sold, as for everyone else.
        refused: (code) => {
          if (FINAL.has(code)) client.setQueryData(ownPaddleQuery(auction).queryKey, null);
        },
      }),
    [client, realtime, auction],
  );
  return null;
}

/**
 * Asks the live connection for the viewer's alias in these sales: no read tells who bought a lot but by alias, and
 * none but the connection tells one's own. Each answer is kept under `ownPaddleQuery`. Shows nothing.
 */
export function OwnPaddles({ auctions }: { auctions: readonly string[] }) {
  return (
    <RealtimeProvider>
      {auctions.map((auction) => (
        <Ask key={auction} auction={auction} />
      ))}
    </RealtimeProvider>
  );
}
