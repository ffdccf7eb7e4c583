import type { ListingSaved } from '@saleyard/contract/selling.ts';
import { sellingRefusal } from '@saleyard/domain/account/selling.ts';
import type { ListingCommandBody } from '@saleyard/domain/listing/commands.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { eventIdOf, newId } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { Account, AccountDirectory } from '../accounts/account-directory.ts';
import type { QuotaChecks } from '../accounts/account-quotas.ts';
import { type Numbers, NumbersUnavailable } from '../accounts/numbers.ts';
import { personalDigest } from '../accounts/personal-data.ts';
import { retrySoon } from '../engine-replies.ts';
import { loadAggregate, loadForCommand } from '../handle-command.ts';
import type { Loaded } from '../held-aggregate.ts';
import { stoppedKind } from '../kinds/kinds.endpoints.ts';
import { acceptRequest, type Responded } from '../requests.ts';
import { listingRefusal } from './listing-refusals.ts';
import type { ListingSale, ListingSales } from './listing-sales.ts';
import { handleListing, type ListingCommand } from './personal-fields.ts';

// How a listing begins, and what every command for one needs.

export type ListingEndpointParts = {
  log: EventLog;
  clock: Clock;
  secrets: Secrets;
  files: Files;
  numbers: Numbers;
  directory: AccountDirectory;
  saleOf: ListingSales;
  /** Why an account may not begin as many more drafts; omitted: it may. */
  draftQuota?: QuotaChecks['draftQuota'] | undefined;
};

export type Found = Omit<Loaded<Listing>, 'lastAt'>;
type NewListing = { listing: string; searchNumericId: number };
export type Answered = { data: ListingSaved; position: number };

/** A listing by its id, if the account owns it. Others can't learn whether it exists. */
export async function foundListing(
  parts: Pick<ListingEndpointParts, 'log'>,
  id: string,
  owner?: string,
): Promise<Found | Refusal> {
  const { state, ...place } = await loadAggregate(parts, STREAMS.listing, id);
  if (state === null || state.phase === 'deleted') return refusal('not-found');
  return owner === undefined || state.createdBy === owner ? { state, ...place } : refusal('not-found');
}

/** Runs a command for a listing; returns the listing after it, or why it was refused. @throws as `handleListing` */
export async function runListing(
  parts: ListingEndpointParts,
  command: ListingCommand,
  refusalOf = listingRefusal,
): Promise<Found | Refusal> {
  return listingAfter(await handleListing(parts, command), refusalOf);
}

/** The listing after a command, or why the command was refused. */
export function listingAfter(
  reply: Awaited<ReturnType<typeof handleListing>>,
  refusalOf = listingRefusal,
): Found | Refusal {
  if (reply.outcome === 'refused') return refusalOf(reply.refusal);
  if (reply.outcome !== 'accepted') return retrySoon(reply.outcome);
  const { state, revision, position } = reply;
  return state === null ? refusal('internal-error') : { state, revision, position };
}

/** The answer about a listing after a command. */
export function answered(id: string, done: Found | Refusal): Answered | Refusal {
  if (isRefusal(done)) return done;
  const { revision, position, state } = done;
  const { searchNumericId, phase } = state;
  return { data: { _id: id, searchNumericId, revision, phase }, position };
}

/** Begins listings of sellers: a new one, a copy, a lot that is offered again, or many from a file. */
export function listingStarter(parts: ListingEndpointParts) {
  const { secrets, numbers, directory, saleOf, draftQuota } = parts;

  /** The account of a signed-in person. */
  const seller = async ({ _id }: Viewer): Promise<Account | Refusal> =>
    (await directory.account(_id)) ?? refusal('unauthorized');

  /** The sale that an account adds a lot to, or why it may not. */
  const saleFor = async (account: Account, auction: string): Promise<ListingSale | Refusal> => {
    const sale = await saleOf(auction);
    if (sale === null) return refusal('not-found');
    const barred = sellingRefusal(account, sale);
    return barred === null ? sale : refusal(barred);
  };

  /**
   * An id and a number for a new listing, assigned once per request, so that repeating the request gives the same.
   * `asked`: identifies the request. `idOf`: chooses the id, or refuses; by default a new id.
   */
  const newListing = async (
    { _id }: Account,
    request: { commandId: string; kind: KindType; asked: object; idOf?: () => string | Refusal },
  ): Promise<NewListing | Refusal> => {
    const { commandId, kind, asked, idOf = newId } = request;
    const stopped = await stoppedKind(parts, kind);
    if (stopped !== null) return refusal('sale-closed', { message: stopped });
    const respond = async (): Promise<Responded<NewListing, Refusal>> => {
      const listing = idOf();
      if (typeof listing !== 'string') return { outcome: 'refused', refusal: listing };
      try {
        return {
          outcome: 'responded',
          response: { listing, searchNumericId: await numbers.take('lots', commandId) },
        };
      } catch (error) {
        if (!(error instanceof NumbersUnavailable)) throw error;
        return { outcome: 'refused', refusal: retrySoon('unavailable') };
      }
    };
    const body = await personalDigest(secrets, _id, asked);
    const reply = await acceptRequest(parts, { commandId, actor: { kind: 'user', id: _id }, body, respond });
    if (reply.outcome === 'accepted') return reply.response;
    if (reply.outcome === 'refused') return reply.refusal;
    if (reply.outcome === 'conflict') return refusal('duplicate-conflict');
    return retrySoon(reply.outcome);
  };

  /** The earlier answer to a repeated request that created a listing; null: none was created yet. */
  const begunBefore = async (
    { _id }: Viewer,
    { commandId, asked }: { commandId: string; asked: object },
  ): Promise<Answered | Refusal | null> => {
    const { state: request } = await loadAggregate(parts, STREAMS.request, commandId);
    if (request === null) return null;
    const digest = await personalDigest(secrets, _id, asked);
    if (request.body !== digest) return refusal('duplicate-conflict');
    const { listing: id } = request.given as NewListing;
    const first = { id, commandId: eventIdOf(commandId, 0) };
    const { answerTo } = await loadForCommand(parts, STREAMS.listing, first);
    const answer = answerTo(digest);
    return answer && answered(id, listingAfter(answer));
  };

  /** Why an account may not begin as many drafts. Call it once it is known that the request began none before. */
  const overQuota = async ({ _id }: Viewer, drafts = 1): Promise<Refusal | null> =>
    (await draftQuota?.(_id, drafts)) ?? null;

  /** Creates a listing; repeating the request creates no other. */
  const begin = async (
    account: Account,
    request: {
      commandId: string;
      kind: KindType;
      asked: object;
      bodyOf: (given: { searchNumericId: number }) => ListingCommandBody;
    },
  ): Promise<Answered | Refusal> => {
    const { commandId, kind, asked, bodyOf } = request;
    const given = await newListing(account, { commandId, kind, asked });
    if (isRefusal(given)) return given;
    const { listing: id, searchNumericId } = given;
    const command: ListingCommand = {
      id,
      account: account._id,
      kind,
      asked,
      commandId: eventIdOf(commandId, 0),
      actor: { kind: 'user', id: account._id },
      body: bodyOf({ searchNumericId }),
    };
    return answered(id, await runListing(parts, command));
  };

  return { seller, saleFor, newListing, begunBefore, overQuota, begin };
}
