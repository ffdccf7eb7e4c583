import type { LotBody } from '@saleyard/contract/lots.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import {
  CatalogueLotsBody,
  LOTS_BYTES,
  type LotsAdded,
  ScheduleSaleBody,
  type StaffDecision,
  staffOperations,
} from '@saleyard/contract/staff.ts';
import type { Sessions } from '@saleyard/platform/sessions/sessions.ts';
import express, { type Response, Router } from 'express';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { refusal, sendData, sendRefusal } from '../http/answers.ts';
import { bodyCheck, jsonBody } from '../http/body-validation.ts';
import { accepted, amountText } from '../http/engine-replies.ts';
import { staffActor, staffGuard } from '../http/staff-only.ts';
import { readLotsCsv, reportedByRow } from './lots-csv.ts';
import type { SaleDirectory } from './sale-directory.ts';
import { catalogueLots, type LotsReply, type SaleParts, scheduleSale } from './schedule-sale.ts';
import { staffCommandOf } from './staff-commands.ts';

const scheduleBody = jsonBody(ScheduleSaleBody);
const lotsBody = jsonBody(CatalogueLotsBody);
const lotsCheck = bodyCheck(CatalogueLotsBody);
const commandBody = jsonBody(staffOperations.runSale.body);

export type SalesRouterParts = SaleParts & {
  sessions: Sessions;
  directory: AccountDirectory;
  sales: SaleDirectory;
};

/** What staff do to sales (`staff/auctions…`): schedule them, catalogue lots, run them. Role `admin` only. */
export function salesRouter(parts: SalesRouterParts): Router {
  const { sessions, directory, sales, submit } = parts;
  const router = Router();
  const json = express.json({ limit: LOTS_BYTES });
  const csv = express.text({ type: 'text/csv', limit: LOTS_BYTES });

  const { staff, staffOnly } = staffGuard({ sessions, directory });

  /** Lots are listed by accounts that exist: their lots are theirs not to bid on. */
  const strangers = (lots: readonly LotBody[]) =>
    lots.flatMap(({ createdBy }, index) => {
      if (createdBy === undefined || directory.account(createdBy)) return [];
      const field = `lots[${index}].createdBy`;
      return [{ code: 'invalid-request', message: `${field}: there is no account ${createdBy}`, field }];
    });

  router.post('/staff/auctions', staffOnly, json, async (request, response) => {
    const account = staff(request, response);
    if (account === null) return;
    const checked = scheduleBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const unknown = strangers(checked.body.lots ?? []);
    if (unknown.length > 0) return sendRefusal(response, { status: 400, errors: unknown });
    const reply = await scheduleSale(parts, checked.body, staffActor(account));
    if (reply.outcome === 'refused') return sendRefusal(response, reply.refusal);
    response.status(201);
    sendData(response, reply.sale, { position: reply.position });
  });

  const sendLots = (
    response: Response,
    auction: string,
    reply: Extract<LotsReply, { outcome: 'catalogued' }>,
  ) => {
    const added: LotsAdded = { _id: auction, lots: reply.lots };
    response.status(201);
    sendData(response, added, { position: reply.position });
  };

  router.post('/staff/auctions/:id/lots', staffOnly, json, async (request, response) => {
    const account = staff(request, response);
    if (account === null) return;
    const checked = lotsBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const unknown = strangers(checked.body.lots);
    if (unknown.length > 0) return sendRefusal(response, { status: 400, errors: unknown });
    const auction = String(request.params['id']);
    const sale = await sales.saleOf(auction);
    if (sale === undefined) return sendRefusal(response, refusal('not-found'));
    const reply = await catalogueLots(parts, { auction, sale, ...checked.body }, staffActor(account));
    if (reply.outcome === 'refused') return sendRefusal(response, reply.refusal);
    sendLots(response, auction, reply);
  });

  /** The same from a file, all lots or none. `x-command-id` names the request: the same again adds nothing. */
  router.post('/staff/auctions/:id/lots.csv', staffOnly, csv, async (request, response) => {
    const account = staff(request, response);
    if (account === null) return;
    if (typeof request.body !== 'string') return sendRefusal(response, refusal('unsupported-type'));
    const auction = String(request.params['id']);
    const sale = await sales.saleOf(auction);
    if (sale === undefined) return sendRefusal(response, refusal('not-found'));
    const read = readLotsCsv(request.body, (shortId) => directory.byShortId(shortId)?._id ?? null);
    if (read.outcome === 'unreadable') return sendRefusal(response, { status: 400, errors: read.errors });
    const commandId = request.get('x-command-id');
    const checked = lotsCheck({ lots: read.lots, ...(commandId !== undefined && { commandId }) });
    if (checked.outcome === 'invalid') {
      return sendRefusal(response, { ...checked, errors: reportedByRow(checked.errors, read.lines) });
    }
    const reply = await catalogueLots(parts, { auction, sale, ...checked.body }, staffActor(account));
    if (reply.outcome === 'refused') {
      const errors = reportedByRow(reply.refusal.errors, read.lines);
      return sendRefusal(response, { ...reply.refusal, errors });
    }
    sendLots(response, auction, reply);
  });

  router.post('/staff/auctions/:id/commands', staffOnly, json, async (request, response) => {
    const account = staff(request, response);
    if (account === null) return;
    const checked = commandBody(request);
    if (checked.outcome === 'invalid') return sendRefusal(response, checked);
    const { commandId, lot, bidder } = checked.body;
    const command = staffCommandOf(checked.body);
    if (command.outcome === 'refused') return sendRefusal(response, command.refusal);
    if (bidder !== undefined && !directory.mayBid(bidder)) {
      return sendRefusal(response, refusal('not-permitted', { field: 'bidder' }));
    }
    const auction = String(request.params['id']);
    const reply = await submit({ auction, commandId, actor: staffActor(account), body: command.body });
    const entry = lot === undefined ? undefined : await sales.lotOf(lot);
    const result = accepted(reply, entry && amountText(entry.incrementCents, entry.unit));
    if (result.outcome === 'refused') {
      if (result.position !== null) response.setHeader(HEADERS.position, String(result.position));
      return sendRefusal(response, result.refusal);
    }
    const { currentBidCents, leader, finishAt, seq, position } = result.reply;
    const decision: StaffDecision = {
      outcome: 'accepted',
      lot: result.reply.lot ?? lot ?? null,
      ...{ currentBidCents, leader, finishAt, seq },
    };
    sendData(response, decision, { position });
  });

  return router;
}
