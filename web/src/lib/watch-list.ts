import type { Me } from '@saleyard/contract/accounts.ts';
import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './api-client.ts';
import { meQuery } from './session.ts';

type Toggle = { lot: string; watch: boolean };

const withLot = (list: Me['watchList2'], { lot, watch }: Toggle): Me['watchList2'] =>
  watch
    ? [...list.filter(({ lotId }) => lotId !== lot), { lotId: lot }]
    : list.filter(({ lotId }) => lotId !== lot);

async function send(client: QueryClient, toggle: Toggle): Promise<void> {
  const put = (change: (list: Me['watchList2']) => Me['watchList2']) =>
    client.setQueryData<Me | null>(meQuery.queryKey, (me) =>
      me ? { ...me, watchList2: change(me.watchList2) } : me,
    );
  put((list) => withLot(list, toggle));
  try {
    if (toggle.watch) await call(accountOperations.watchLot, { body: { lotId: toggle.lot } });
    else await call(accountOperations.unwatchLot, { params: { lotId: toggle.lot } });
    // Not the list of the answer: answers to other presses may have come before it.
    put((list) => withLot(list, toggle));
  } catch {
    // Silent by the specification: the star goes back to what the server holds.
    put((list) => withLot(list, { ...toggle, watch: !toggle.watch }));
  }
}

/** Watches a lot, or no longer. Shown at once; presses within 600 ms of the last on the same lot are dropped. */
export function useWatchList(): (lot: string, watch: boolean) => void {
  const client = useQueryClient();
  const [pressed] = useState(() => new Set<string>());
  return (lot, watch) => {
    if (pressed.has(lot)) return;
    pressed.add(lot);
    setTimeout(() => pressed.delete(lot), CLIENT_TIMES.watchThrottleMs);
    void send(client, { lot, watch });
  };
}
