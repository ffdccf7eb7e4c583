import { BODY_BYTES, HEADERS } from '@saleyard/contract/operation.ts';
import { type PracticeAnswer, type PracticeNamed, practiceOperations } from '@saleyard/contract/practice.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import express, { type Request, type Response, Router } from 'express';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { refusal, sendData, sendRefusal } from '../http/answers.ts';
import { jsonBody } from '../http/body-validation.ts';
import { failures } from '../http/failures.ts';
import type { PracticeReply, PracticeService } from './practice-service.ts';

const startBody = jsonBody(practiceOperations.startPractice.body);

export type PracticeRouterParts = {
  service: PracticeService;
  sessions: Sessions;
  directory: AccountDirectory;
  logger: Logger;
};

/**
 * `practice`: begin, look at and stop one's own practice sale. Whoever is signed in may, of any status: nothing is
 * bought. Nobody can name another person's.
 */
export function practiceRouter(parts: PracticeRouterParts): Router {
  const { service, sessions, directory, logger } = parts;
  const router = Router();
  const own = [sessions.middleware, express.json({ limit: BODY_BYTES })];

  /** The account of who asks; otherwise answers 401 and gives null. */
  const asking = (request: Request, response: Response): string | null => {
    const identity = sessions.identityOf(request);
    const account = identity && directory.account(identity.account);
    if (account) return account._id;
    sendRefusal(response, refusal('unauthorized'));
    return null;
  };

  const send = (response: Response, reply: PracticeReply, status: number): void => {
    if (reply.outcome === 'refused') sendRefusal(response, reply.refusal);
    else {
      const { auction, position } = reply;
      sendData(response.status(status), { _id: auction } satisfies PracticeNamed, { position });
    }
  };

  router.post('/practice', own, async (request: Request, response: Response) => {
    const account = asking(request, response);
    if (account === null) return;
    const checked = startBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    send(response, await service.start(account, checked.body.level), 201);
  });

  router.get('/practice', own, async (request: Request, response: Response) => {
    const account = asking(request, response);
    if (account === null) return;
    response.setHeader('Cache-Control', 'no-store');
    const position = Number(request.get(HEADERS.position) ?? -1);
    const practice = await service.saleOf(account, Number.isSafeInteger(position) ? position : -1);
    sendData(response, { practice } satisfies PracticeAnswer);
  });

  router.delete('/practice', own, async (request: Request, response: Response) => {
    const account = asking(request, response);
    if (account === null) return;
    send(response, await service.stop(account), 200);
  });

  router.use('/practice', failures(logger));
  return router;
}
