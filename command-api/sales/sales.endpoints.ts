import type { WireError } from '@saleyard/contract/errors.ts';
import type { LotBody } from '@saleyard/contract/lots.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { CatalogueLotsBody } from '@saleyard/contract/staff.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { bodyCheck, invalid } from '@saleyard/http/validation.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { loadAggregate } from '../handle-command.ts';
import { stoppedKind } from '../kinds/kinds.endpoints.ts';
import { changeLot } from './change-lot.ts';
import { changeSale, scheduledSale, scheduleOf } from './change-sale.ts';
import { readLotsCsv, reportedByRow } from './lots-csv.ts';
import type { SaleDirectory } from './sale-directory.ts';
import { peopleOfSale, type WatchersOf } from './sale-people.ts';
import { catalogueLots, type LotsReply, type SaleParts, scheduleSale } from './schedule-sale.ts';

const lotsCheck = bodyCheck(CatalogueLotsBody);

export type SaleEndpointParts = SaleParts & {
  directory: AccountDirectory;
  sales: SaleDirectory;
  /** Omitted: nobody watches a lot. */
  watchersOf?: WatchersOf;
};

async function* nobody(): AsyncGenerator<string> {}

const staffActor = ({ _id }: Viewer) => ({ kind: 'staff', id: _id }) as const;

/** Staff schedule sales and catalogue their lots. */
export function saleEndpoints(parts: SaleEndpointParts): Endpoint[] {
  const { directory, sales, watchersOf = nobody } = parts;

  /**
   * The accounts of lots that don't exist: an account that lists a lot may not bid on it, so it must be known. null:
   * all exist.
   */
  const unknownSellers = async (lots: readonly LotBody[]): Promise<Refusal | null> => {
    const errors: WireError[] = [];
    for (const [index, { createdBy }] of lots.entries()) {
      if (createdBy === undefined || (await directory.account(createdBy))) continue;
      const field = `lots[${index}].createdBy`;
      errors.push({ code: 'invalid-request', message: `${field}: there is no account ${createdBy}`, field });
    }
    return errors.length > 0 ? { status: 400, errors } : null;
  };

  const added = (auction: string, reply: LotsReply) =>
    reply.outcome === 'refused'
      ? reply.refusal
      : { data: { _id: auction, lots: reply.lots }, position: reply.position };

  return [
    endpoint(staffOperations.scheduleSale, async ({ viewer, body, commandId }) => {
      const stopped = await stoppedKind(parts, body.details.kind);
      if (stopped !== null) return refusal('invalid-request', { field: 'details.kind', message: stopped });
      const unknown = await unknownSellers(body.lots ?? []);
      if (unknown !== null) return unknown;
      const reply = await scheduleSale(parts, { ...body, commandId }, staffActor(viewer));
      return reply.outcome === 'refused' ? reply.refusal : { data: reply.sale, position: reply.position };
    }),
    endpoint(staffOperations.saleSchedule, async ({ params: { id } }) => {
      const sale = await scheduledSale(parts, id);
      return isRefusal(sale) ? sale : { data: scheduleOf(id, sale) };
    }),
    endpoint(staffOperations.messageReaders, async ({ viewer, params: { id: auction } }) => {
      const { state } = await loadAggregate(parts, STREAMS.auction, auction);
      if (state.details === null) return refusal('not-found');
      let people = 0;
      for (const account of await peopleOfSale(state, watchersOf)) {
        const known = account === viewer._id ? null : await directory.account(account);
        if (known !== null && !known.isSuspended) people += 1;
      }
      return { data: { people } };
    }),
    endpoint(staffOperations.changeSale, ({ viewer, params: { id: auction }, body, commandId }) =>
      changeSale(parts, { ...body, auction, commandId }, staffActor(viewer)),
    ),
    endpoint(staffOperations.changeLot, ({ viewer, params: { id: auction, lot }, body, commandId }) => {
      const { lot: change, ...request } = body;
      return changeLot(parts, { ...request, auction, lot, change, commandId }, staffActor(viewer));
    }),
    endpoint(staffOperations.addLots, async ({ viewer, params: { id: auction }, body, commandId }) => {
      const unknown = await unknownSellers(body.lots);
      if (unknown !== null) return unknown;
      const sale = await sales.saleOf(auction);
      if (sale === undefined) return refusal('not-found');
      const request = { auction, sale, lots: body.lots, commandId };
      return added(auction, await catalogueLots(parts, request, staffActor(viewer)));
    }),
    endpoint(
      staffOperations.addLotsFromFile,
      async ({ viewer, params: { id: auction }, body, commandId }) => {
        const sale = await sales.saleOf(auction);
        if (sale === undefined) return refusal('not-found');
        const read = await readLotsCsv(body, async (shortId) => {
          const listedBy = await directory.byShortId(shortId);
          return listedBy?._id ?? null;
        });
        if (read.outcome === 'unreadable') return { status: 400, errors: read.errors };
        const checked = lotsCheck({ lots: read.lots });
        if (checked.outcome === 'invalid') {
          return { status: 400, errors: reportedByRow(invalid(checked.problems), read.lines) };
        }
        const request = { auction, sale, lots: checked.value.lots, commandId };
        const answered = added(auction, await catalogueLots(parts, request, staffActor(viewer)));
        return isRefusal(answered)
          ? { ...answered, errors: reportedByRow(answered.errors, read.lines) }
          : answered;
      },
    ),
  ];
}
