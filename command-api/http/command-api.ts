import { BODY_BYTES } from '@saleyard/contract/operation.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import express, { Router } from 'express';
import type { Accounts } from '../accounts/accounts.ts';
import { accountsRouter } from '../accounts/accounts-router.ts';
import type { SignInLimits } from '../accounts/sign-in.ts';
import { staffAccountsRouter } from '../accounts/staff-accounts-router.ts';
import type { SaleDirectory } from '../sales/sale-directory.ts';
import { salesRouter } from '../sales/sales-router.ts';
import type { SubmitCommand } from './engine-replies.ts';
import { failures } from './failures.ts';

export type CommandApiParts = {
  log: EventLog;
  clock: Clock;
  logger: Logger;
  sessions: Sessions;
  accounts: Accounts;
  sales: SaleDirectory;
  submit: SubmitCommand;
  signInLimits?: SignInLimits;
};

/**
 * Everything that changes something, under `api/v1/`: sign-in and the person's own things, and what staff do to
 * sales. What it does not know it passes on. Mounted behind the public door, which lets only our own pages change
 * anything, where `request.ip` can be believed. Bodies are read here, by whoever takes them [G20].
 */
export function commandApiRouter(parts: CommandApiParts): Router {
  const { accounts, sales } = parts;
  const router = Router();
  router.use(parts.sessions.middleware);
  // Staff routes read larger bodies, after they know who asks.
  router.use(salesRouter({ ...parts, numbers: accounts.numbers, directory: accounts.directory }));
  router.use(staffAccountsRouter(parts));
  router.use(express.json({ limit: BODY_BYTES }));
  router.use(accountsRouter({ ...parts, lotOf: (lot) => sales.lotOf(lot) }));
  router.use(failures(parts.logger));
  return router;
}
