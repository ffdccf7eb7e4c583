import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { FLOOR } from '@saleyard/domain/auction/ids.ts';
import { lotIn, winnerOf } from '@saleyard/domain/auction/standing.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, refusal } from '@saleyard/http/failures.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { accepted, type SubmitCommand } from '../engine-replies.ts';
import { NEEDS_LOT, refusedOrderText } from './refused-orders.ts';
import { type SaleStates, saleAfter } from './sale-after.ts';
import type { SaleDirectory } from './sale-directory.ts';
import { staffCommandOf } from './staff-commands.ts';

export type RunSaleEndpointParts = SaleStates & {
  directory: AccountDirectory;
  sales: Pick<SaleDirectory, 'lotOf'>;
  submit: SubmitCommand;
};

/** Staff named somebody else, so the catalogue's words about the caller's own permission do not fit. */
const MAY_NOT_BUY = 'This account may not buy.';

/** Commands whose correction may still wait for a second person, or for its buyer. */
const CORRECTS: ReadonlySet<string> = new Set(['correctSale', 'confirmCorrection']);

const staffActor = ({ _id }: Viewer) => ({ kind: 'staff', id: _id }) as const;

/** Staff run a sale. */
export const runSaleEndpoints = ({
  directory,
  sales,
  submit,
  ...states
}: RunSaleEndpointParts): Endpoint[] => [
  endpoint(staffOperations.runSale, async ({ viewer, params: { id: auction }, body, commandId }) => {
    const { lot } = body;
    const command = staffCommandOf(body, viewer._id);
    if (command.outcome === 'refused') return command.refusal;
    for (const field of ['bidder', 'buyer'] as const) {
      const account = body[field];
      if (account === FLOOR && field === 'buyer') continue;
      if (account === undefined || (await directory.mayBid(account))) continue;
      const bought = field === 'buyer' && lotIn(await saleAfter(states, auction, 0), lot);
      // An account that may no longer buy keeps the lot that it bought, also at a corrected price.
      if (!bought || winnerOf(bought) !== account) {
        return refusal('not-permitted', { field, message: MAY_NOT_BUY });
      }
    }
    const reply = await submit({ auction, commandId, actor: staffActor(viewer), body: command.body });
    const entry = lot === undefined ? undefined : await sales.lotOf(lot);
    // Announcing again what stands changes nothing, and is what the person wanted.
    const stands = body.type === 'announce' && reply.outcome === 'decided' && reply.code === 'already-so';
    const decided = stands ? reply : accepted(reply, entry);
    if (isRefusal(decided)) {
      if (reply.outcome !== 'decided' || reply.code === null) return decided;
      const needsLot = lot !== undefined && NEEDS_LOT.has(reply.code);
      const at = needsLot ? lotIn(await saleAfter(states, auction, reply.seq), lot) : undefined;
      const message = refusedOrderText(reply.code, body, at);
      if (message === null) return decided;
      return { ...decided, errors: decided.errors.map((error) => ({ ...error, message })) };
    }
    const { currentBidCents, leader, finishAt, seq, position } = decided;
    const data = { lot: decided.lot ?? lot ?? null, currentBidCents, leader, finishAt, seq };
    const corrected = CORRECTS.has(body.type) ? lotIn(await saleAfter(states, auction, seq), lot) : undefined;
    const waits = corrected?.proposal && { awaits: corrected.proposal.awaits };
    return { data: { outcome: 'accepted' as const, ...data, ...waits }, position };
  }),
  endpoint(staffOperations.exportResults, async ({ viewer, params: { id: auction }, commandId }) => {
    // Auditors read everything but the contacts of people.
    const contacts = viewer.role === 'admin';
    const body = { type: 'exportResults', contacts } as const;
    const decided = accepted(await submit({ auction, commandId, actor: staffActor(viewer), body }));
    return isRefusal(decided) ? decided : { data: { contacts }, position: decided.position };
  }),
];
