import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import type { Request, Response } from 'express';
import type { Account, AccountDirectory } from '../accounts/account-directory.ts';
import { refusal, sendRefusal } from './answers.ts';

/** Who may act as staff (role `admin`). */
export type StaffGuard = {
  /** The member of staff who asks; otherwise answers 401 or 403 and gives null. */
  staff(request: Request, response: Response): Account | null;
  /** Middleware: who asks is known before a large body is read. */
  staffOnly(request: Request, response: Response, next: () => void): void;
};

/** The desk that only staff get past. */
export function staffGuard({
  sessions,
  directory,
}: {
  sessions: Sessions;
  directory: AccountDirectory;
}): StaffGuard {
  const staff = (request: Request, response: Response): Account | null => {
    const identity = sessions.identityOf(request);
    const account = identity && directory.account(identity.account);
    if (!account) sendRefusal(response, refusal('unauthorized'));
    else if (account.role === 'admin') return account;
    else sendRefusal(response, refusal('forbidden'));
    return null;
  };
  return {
    staff,
    staffOnly: (request, response, next) => {
      if (staff(request, response)) next();
    },
  };
}

/** A member of staff as the actor of a command. */
export const staffActor = (account: Account) => ({ kind: 'staff', id: account._id }) as const;
