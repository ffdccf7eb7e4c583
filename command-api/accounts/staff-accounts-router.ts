import { accountOperations } from '@saleyard/contract/accounts.ts';
import type { AccountType } from '@saleyard/domain/account/events.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import express, { Router } from 'express';
import { refusal, sendData, sendRefusal } from '../http/answers.ts';
import { jsonBody } from '../http/body-validation.ts';
import { staffActor, staffGuard } from '../http/staff-only.ts';
import type { Accounts } from './accounts.ts';

/** ms after which what was surely not done may be tried again. */
const RETRY_MS = 1_000;

const openBody = jsonBody(accountOperations.openAccount.body);

/** What an account of each status that staff may give does on the marketplace. */
const TYPES: Readonly<Record<string, AccountType>> = {
  registered: 'guest',
  'approved-buyer': 'buyer',
  'approved-seller': 'seller',
  'approved-buyer-seller': 'seller',
};

/** Accounts that staff open for people (`staff/accounts`). Role `admin` only. */
export function staffAccountsRouter({
  accounts,
  sessions,
}: {
  accounts: Accounts;
  sessions: Sessions;
}): Router {
  const { directory } = accounts;
  const { staff, staffOnly } = staffGuard({ sessions, directory });
  const router = Router();
  router.post('/staff/accounts', staffOnly, express.json(), async (request, response) => {
    const member = staff(request, response);
    if (member === null) return;
    const checked = openBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const {
      password,
      status,
      tradingName = '',
      town = '',
      state = '',
      postcode = '',
      commandId,
      ...named
    } = checked.body;
    const reply = await accounts.register(
      {
        person: { ...named, tradingName, town: town.toUpperCase(), state, postcode },
        password,
        status,
        type: TYPES[status] ?? 'guest',
        role: null,
        stockTypes: [],
        approvedStockTypes: [],
      },
      staffActor(member),
      commandId,
    );
    switch (reply.outcome) {
      case 'registered': {
        const { account, position } = reply;
        response.status(201);
        return sendData(response, { _id: account }, { position });
      }
      case 'email-taken':
        return sendRefusal(response, refusal('duplicateFieldError', { field: 'email' }));
      default:
        return sendRefusal(response, refusal(reply.outcome, { retryAfterMs: RETRY_MS }));
    }
  });
  return router;
}
