import { accountOperations, type Me } from '@saleyard/contract/accounts.ts';
import { type BidDecision, bidOperations } from '@saleyard/contract/bids.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import type { BidCommand } from '@saleyard/domain/auction/commands.ts';
import { isPractice } from '@saleyard/domain/auction/ids.ts';
import type { Unit } from '@saleyard/domain/auction/terms.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import { type Request, type Response, Router } from 'express';
import { handleCommand } from '../handle-command.ts';
import { refusal, sendData, sendRefusal } from '../http/answers.ts';
import { bodyCheck, jsonBody } from '../http/body-validation.ts';
import { accepted, amountText, type SubmitCommand } from '../http/engine-replies.ts';
import type { Account } from './account-directory.ts';
import type { Accounts } from './accounts.ts';
import { basicCredentials, createSignIn, type SignInLimits } from './sign-in.ts';

/** What a bid over REST must know of a lot beside its id. */
export type LotReference = { auction: string; unit: Unit; incrementCents: number };

/** ms a read waits for the accounts to reach the position it asks for. */
const READ_OWN_WRITES_MS = 2_000;
/** ms after which what was surely not done may be tried again. */
const RETRY_MS = 1_000;

const watchBody = jsonBody(accountOperations.watchLot.body);
const unwatchQuery = bodyCheck(accountOperations.unwatchLot.query);
const autoBidBody = jsonBody(bidOperations.setAutoBid.body);
const stopAutoBidBody = jsonBody(bidOperations.stopAutoBid.body);
const onlineStateBody = jsonBody(accountOperations.setOnlineState.body);

export type AccountsRouterParts = {
  log: EventLog;
  clock: Clock;
  accounts: Accounts;
  sessions: Sessions;
  submit: SubmitCommand;
  /** The auction of a lot and how it is bid for; undefined when there is no such lot. */
  lotOf: (lot: string) => Promise<LotReference | undefined>;
  signInLimits?: SignInLimits;
};

/**
 * Sign-in, session, watch list and auto-bids of the person who asks (`users/me…`).
 * `GET users/me` with Basic credentials signs in; with the header `x-remember-me: true` or `?remember=true` the
 * session lasts 30 days and outlives the browser.
 */
export function accountsRouter(parts: AccountsRouterParts): Router {
  const { log, clock, accounts, sessions, submit, lotOf } = parts;
  const { directory } = accounts;
  const signIn = createSignIn(accounts, parts.signInLimits);
  const router = Router();

  const meOf = async (account: Account): Promise<Me | null> => {
    const person = await directory.personOf(account._id);
    if (person === null) return null;
    const { _id, numericId, shortId, status, type, role, stockTypes, approvedStockTypes } = account;
    const { firstName, lastName, email } = person;
    const watchList2 = account.watchList.map(({ lot }) => ({ lotId: lot }));
    return {
      ...{ _id, numericId, shortId, firstName, lastName, email, status, type, role },
      ...{ stockTypes, approvedStockTypes, watchList2 },
    };
  };

  /** The account signed in on this request; otherwise answers 401 and gives null. */
  const signedIn = (request: Request, response: Response): Account | null => {
    const identity = sessions.identityOf(request);
    const account = identity && directory.account(identity.account);
    if (!account) sendRefusal(response, refusal('unauthorized'));
    return account;
  };

  const awaitOwnWrites = async (request: Request, response: Response): Promise<void> => {
    const position = Number(request.get(HEADERS.position) ?? Number.NaN);
    if (!Number.isSafeInteger(position)) return;
    if (!(await directory.reached(position, READ_OWN_WRITES_MS))) response.setHeader(HEADERS.stale, 'true');
  };

  router.get('/users/me', async (request, response) => {
    const credentials = basicCredentials(request.get('authorization'));
    if (credentials) {
      const reply = await signIn(credentials, request.ip ?? 'unknown');
      if (reply.outcome === 'refused') return sendRefusal(response, reply.refusal);
      const user = await meOf(reply.account);
      if (user === null) return sendRefusal(response, refusal('wrong-credentials'));
      const remember = request.get('x-remember-me') === 'true' || request.query['remember'] === 'true';
      await sessions.signIn(request, reply.account._id, { remember });
      response.setHeader('Cache-Control', 'no-store');
      return sendData(response, { user });
    }
    await awaitOwnWrites(request, response);
    const account = signedIn(request, response);
    if (account === null) return;
    const user = await meOf(account);
    response.setHeader('Cache-Control', 'no-store');
    if (user === null) sendRefusal(response, refusal('unauthorized'));
    else sendData(response, { user });
  });

  router.get('/logout', async (request, response) => {
    await sessions.signOut(request, response);
    sendData(response, {});
  });

  /** Changes the watch list of the person who asks; the same commandId again gets the same answer. */
  const changeWatchList = async (
    response: Response,
    { _id }: Account,
    commandId: string,
    body: Extract<AccountCommandBody, { type: 'watchLot' | 'unwatchLot' }>,
  ): Promise<void> => {
    const actor = { kind: 'user', id: _id } as const;
    const reply = await handleCommand({ log, clock }, STREAMS.account, { id: _id, commandId, actor, body });
    if (reply.outcome === 'accepted') {
      const watchList = (reply.state?.watchList ?? []).map(({ lot }) => ({ lotId: lot }));
      return sendData(response, { watchList }, { position: reply.position });
    }
    if (reply.outcome === 'refused') {
      const message = 'Your Watch List is full.';
      return sendRefusal(response, refusal('invalid-request', { field: 'lotId', message }));
    }
    sendRefusal(response, refusal(reply.outcome, { retryAfterMs: RETRY_MS }));
  };

  router.put('/users/me/watchlist2', async (request, response) => {
    const account = signedIn(request, response);
    if (account === null) return;
    const checked = watchBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const { lotId, commandId = newId() } = checked.body;
    const lot = await lotOf(lotId);
    // A practice lot is gone with its sale: it is nothing to find again in a watch list.
    if (lot === undefined || isPractice(lot.auction)) {
      return sendRefusal(response, refusal('not-found', { field: 'lotId' }));
    }
    const body = { type: 'watchLot', lot: lotId, auction: lot.auction } as const;
    await changeWatchList(response, account, commandId, body);
  });

  router.delete('/users/me/watchlist/:lotId', async (request, response) => {
    const account = signedIn(request, response);
    if (account === null) return;
    const checked = unwatchQuery(request.query);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const { commandId = newId() } = checked.body;
    await changeWatchList(response, account, commandId, { type: 'unwatchLot', lot: request.params.lotId });
  });

  const bid = async (
    response: Response,
    account: Account,
    commandId: string,
    command: BidCommand,
  ): Promise<void> => {
    const lot = await lotOf(command.lot);
    if (lot === undefined) return sendRefusal(response, refusal('unknown-lot', { field: 'lot' }));
    const actor = { kind: 'user', id: account._id } as const;
    const reply = await submit({ auction: lot.auction, commandId, actor, body: command });
    const result = accepted(reply, amountText(lot.incrementCents, lot.unit));
    if (result.outcome === 'refused') {
      // A refusal is recorded too: its position lets the sender read it.
      if (result.position !== null) response.setHeader(HEADERS.position, String(result.position));
      return sendRefusal(response, result.refusal);
    }
    const { currentBidCents, leader, finishAt, seq, position } = result.reply;
    const decision: BidDecision = {
      outcome: 'accepted',
      lot: command.lot,
      currentBidCents,
      leading: leader === account._id,
      finishAt,
      seq,
    };
    sendData(response, decision, { position });
  };

  router.put('/users/me/autobids', async (request, response) => {
    const account = signedIn(request, response);
    if (account === null) return;
    const checked = autoBidBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const { autobid: maxCents, lot, commandId = newId() } = checked.body;
    const command: BidCommand = { type: 'autoBid', lot, bidder: account._id, maxCents };
    await bid(response, account, commandId, command);
  });

  router.put('/users/me/autobids/stop', async (request, response) => {
    const account = signedIn(request, response);
    if (account === null) return;
    const checked = stopAutoBidBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const { autobid: lot, commandId = newId() } = checked.body;
    const command: BidCommand = { type: 'stopAutoBid', lot, bidder: account._id };
    await bid(response, account, commandId, command);
  });

  /** Presence is what the gateway's sockets say; the call is checked and answered, and stores nothing. */
  router.put('/onlineState', (request, response) => {
    const account = signedIn(request, response);
    if (account === null) return;
    const checked = onlineStateBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    response.status(204).end();
  });

  return router;
}
