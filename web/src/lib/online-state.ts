import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { useEffect } from 'react';
import { call } from './api-client.ts';

/**
 * Reports to the person's other pages whether this one is looked at, each time that changes. A failure is only logged, by
 * the call.
 */
export function useOnlineState(user: string | null): void {
  useEffect(() => {
    if (user === null) return;
    const report = () => {
      const state = document.visibilityState === 'visible' ? 'ACTIVE' : 'ONLINE';
      call(accountOperations.setOnlineState, { body: { state } }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [user]);
}
