import type { FloorBuyer } from '@saleyard/contract/floor-buyers.ts';
import { floorBuyerOperations } from '@saleyard/contract/operations/floor-buyers.ts';
import { fullName } from '@saleyard/domain/account/profile.ts';
import { BUYER_NUMBER, buyerNumberOf, floorBuyer } from '@saleyard/domain/auction/ids.ts';
import { winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { AuctionTerms } from '@saleyard/domain/auction/terms.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { businessName, optional, phoneNumber, picRule, problemsOf } from '@saleyard/domain/fields/rules.ts';
import { plainText, storedText } from '@saleyard/domain/fields/typed.ts';
import { parsePhone, parsePic } from '@saleyard/domain/fields/typed-codes.ts';
import {
  CLAIMS_MOST,
  FLOOR_BUYERS_MOST,
  type FloorBuyersCommandBody,
  type FloorBuyersRefusal,
  type FloorPerson,
  floorBuyerKey,
  floorPersonOf,
} from '@saleyard/domain/floor-buyers/floor-buyers.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Actor, EventLog } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import { forgetPersonKey, openText, personalDigest, sealText } from '../accounts/personal-data.ts';
import { accepted, retrySoon, type SubmitCommand } from '../engine-replies.ts';
import { handleCommand, loadAggregate, loadForCommand } from '../handle-command.ts';

export type FloorBuyerParts = {
  log: EventLog;
  clock: Clock;
  secrets: Secrets;
  directory: AccountDirectory;
  submit: SubmitCommand;
};

type Done = { data: { number: string }; position: number };

type Scheduled = AuctionState & { terms: AuctionTerms };

const isScheduled = (state: AuctionState): state is Scheduled => state.terms !== null;

const NOBODY: FloorPerson = { name: '', pic: '', phone: '' };

const DECIDED = 'This claim has been decided already. Please look at it again.';

const ASSIGNING: Readonly<Record<string, string>> = {
  'own-lot': 'This account listed a lot that this number bid on, so the number cannot be theirs.',
  'not-permitted': 'This account may not buy.',
};

const REFUSED: Readonly<Record<FloorBuyersRefusal['code'], string>> = {
  'number-taken': 'Somebody has this number.',
  'too-many-buyers': `A sale has at most ${FLOOR_BUYERS_MOST} buyer numbers.`,
  'too-many-claims': `You can claim ${CLAIMS_MOST} buyer numbers of a sale. Please call the office.`,
  'no-claim': DECIDED,
};

/** The person of a buyer number; null once they were erased. @throws as `openText` */
async function openFloorBuyer(
  secrets: Pick<Secrets, 'get'>,
  { auction, number, personal }: { auction: string; number: string; personal: string },
): Promise<FloorPerson | null> {
  return floorPersonOf(await openText(secrets, floorBuyerKey(auction, number), personal));
}

/**
 * Lots that each buyer number bought on the floor, of those that bought any. A lot of an account with several numbers
 * counts for the number that bid; for the account's first number if the room led and the clerk named the buyer.
 */
function lotsByNumber({ lots, buyerNumbers }: AuctionState): Map<string, number> {
  const counts = new Map<string, number>();
  const assigned = [...(buyerNumbers ?? [])];
  // The first number of an account is set last.
  const numberOf = new Map(assigned.toReversed().map(([number, account]) => [account, number]));
  for (const lot of lots) {
    const winner = winnerOf(lot);
    if (winner === null) continue;
    const isNamed = lot.floorBuyer === winner || lot.correction?.buyer === winner;
    const isByNumber = lot.leader !== null && buyerNumbers?.get(lot.leader) === winner;
    const named = isByNumber ? lot.leader : numberOf.get(winner);
    const number = buyerNumberOf((isNamed && named) || winner);
    if (number !== null) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

/** Buyer numbers of a sale with a floor: the desk's register, and the accounts that claim them. */
export function floorBuyerEndpoints(parts: FloorBuyerParts): Endpoint[] {
  const { secrets, directory, submit } = parts;

  const saleOf = async (auction: string): Promise<Scheduled | Refusal> => {
    const { state } = await loadAggregate(parts, STREAMS.auction, auction);
    return isScheduled(state) ? state : refusal('not-found');
  };

  /** An interfaced sale; else why there are no buyer numbers. */
  const interfacedSale = async (auction: string): Promise<Scheduled | Refusal> => {
    const sale = await saleOf(auction);
    if (isRefusal(sale)) return sale;
    return AUCTION_TYPES[sale.terms.type].byClerk ? sale : refusal('wrong-auction-type');
  };

  const accountOf = async (id: string): Promise<NonNullable<FloorBuyer['account']>> => {
    const [account, person] = await Promise.all([directory.account(id), directory.personOf(id)]);
    return { _id: id, shortId: account?.shortId ?? '', name: fullName(person) };
  };

  const write = async (
    auction: string,
    command: { commandId: string; actor: Actor; body: FloorBuyersCommandBody; digest?: string },
  ): Promise<Done | Refusal> => {
    const reply = await handleCommand(parts, STREAMS.floorBuyers, { id: auction, ...command });
    if (reply.outcome === 'accepted')
      return { data: { number: command.body.number }, position: Math.max(0, reply.position) };
    if (reply.outcome !== 'refused') return retrySoon(reply.outcome);
    const { code } = reply.refusal;
    const message = REFUSED[code];
    if (code === 'no-claim') return refusal('already-so', { message });
    return refusal(code === 'number-taken' ? code : 'invalid-request', { field: 'number', message });
  };

  return [
    endpoint(floorBuyerOperations.floorBuyers, async ({ params: { id: auction } }) => {
      const sale = await saleOf(auction);
      if (isRefusal(sale)) return sale;
      const { state } = await loadAggregate(parts, STREAMS.floorBuyers, auction);
      const lots = lotsByNumber(sale);
      const written = new Map(state.buyers.map(({ number, personal }) => [number, personal]));
      const assigned = [...(sale.buyerNumbers?.keys() ?? [])].flatMap((buyer) => buyerNumberOf(buyer) ?? []);
      const numbers = [...new Set([...written.keys(), ...lots.keys(), ...assigned])];
      numbers.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      const buyers = await Promise.all(
        numbers.map(async (number): Promise<FloorBuyer> => {
          const personal = written.get(number) ?? '';
          const person = (await openFloorBuyer(secrets, { auction, number, personal })) ?? NOBODY;
          const account = sale.buyerNumbers?.get(floorBuyer(number));
          return {
            number,
            ...person,
            account: account === undefined ? null : await accountOf(account),
            lots: lots.get(number) ?? 0,
          };
        }),
      );
      const claims = await Promise.all(
        state.claims.map(async ({ number, account, at, state: decided }) => ({
          number,
          account: await accountOf(account),
          at,
          state: decided,
        })),
      );
      const waits = claims.filter((claim) => claim.state === 'waits');
      return {
        data: { buyers, claims: [...waits, ...claims.filter((claim) => claim.state !== 'waits')] },
      };
    }),
    endpoint(
      floorBuyerOperations.writeFloorBuyer,
      async ({ viewer, params: { id: auction, number }, body, commandId }) => {
        if (!BUYER_NUMBER.test(number)) return refusal('not-found');
        const sale = await interfacedSale(auction);
        if (isRefusal(sale)) return sale;
        const problems = problemsOf({
          name: businessName('Name')(body.name),
          pic: optional(picRule(''))(body.pic),
          phone: phoneNumber('Phone')(body.phone),
        });
        if (problems.length > 0) {
          const errors = problems.map((problem) => ({ code: 'invalid-request' as const, ...problem }));
          return { status: 400, errors };
        }
        const person: FloorPerson = {
          name: plainText(body.name),
          pic: storedText(parsePic(''), body.pic),
          phone: storedText(parsePhone, body.phone),
        };
        const owner = floorBuyerKey(auction, number);
        const isNew = body.isNew === true && { isNew: true };
        return write(auction, {
          commandId,
          actor: { kind: 'staff', id: viewer._id },
          body: {
            type: 'register',
            number,
            personal: await sealText(secrets, owner, JSON.stringify(person)),
            ...isNew,
          },
          digest: await personalDigest(secrets, owner, { type: 'register', number, person, ...isNew }),
        });
      },
    ),
    endpoint(
      floorBuyerOperations.eraseFloorBuyer,
      async ({ viewer, params: { id: auction, number }, commandId }) => {
        if (!BUYER_NUMBER.test(number)) return refusal('not-found');
        const sale = await saleOf(auction);
        if (isRefusal(sale)) return sale;
        const erased = await write(auction, {
          commandId,
          actor: { kind: 'staff', id: viewer._id },
          body: { type: 'erase', number },
        });
        // Also where nothing was left to erase: the process may have ended between the event and the key.
        if (!isRefusal(erased)) await forgetPersonKey(secrets, floorBuyerKey(auction, number));
        return erased;
      },
    ),
    endpoint(
      floorBuyerOperations.decideFloorClaim,
      async ({ viewer, params: { id: auction, number, account }, body, commandId }) => {
        const { approved, reason = '' } = body;
        if (!approved && reason.trim() === '')
          return refusal('invalid-request', { field: 'reason', message: 'Please say why.' });
        const { loaded, isRecorded } = await loadForCommand(parts, STREAMS.floorBuyers, {
          id: auction,
          commandId,
        });
        const claim = loaded.state.claims.findLast((one) => one.number === number && one.account === account);
        if (claim === undefined) return refusal('not-found');
        if (claim.state !== 'waits' && !isRecorded) return refusal('already-so', { message: DECIDED });
        const actor = { kind: 'staff', id: viewer._id } as const;
        if (approved && !isRecorded) {
          if (!(await directory.mayBid(account)))
            return refusal('not-permitted', { message: ASSIGNING['not-permitted'] ?? '' });
          // First the sale, so that an approved claim always has its lots. What stands already is what is wanted.
          const reply = await submit({
            auction,
            commandId: eventIdOf(commandId, 0),
            actor,
            body: { type: 'assignBuyerNumber', buyer: floorBuyer(number), account, by: viewer._id },
          });
          const stands = reply.outcome === 'decided' && reply.code === 'already-so';
          const decided = stands ? reply : accepted(reply);
          if (isRefusal(decided)) {
            const errors = decided.errors.map((error) => ({
              ...error,
              message: ASSIGNING[error.code] ?? error.message,
            }));
            return { ...decided, errors };
          }
        }
        const decision = { type: 'decideClaim', number, account, approved } as const;
        return write(auction, {
          commandId,
          actor,
          body: { ...decision, reason: await sealText(secrets, account, reason.trim()) },
          digest: await personalDigest(secrets, account, { ...decision, reason: reason.trim() }),
        });
      },
    ),
    endpoint(floorBuyerOperations.ownFloorClaims, async ({ viewer, params: { auction } }) => {
      const sale = await saleOf(auction);
      if (isRefusal(sale)) return sale;
      const { state } = await loadAggregate(parts, STREAMS.floorBuyers, auction);
      const own = state.claims.filter(({ account }) => account === viewer._id);
      const claims = await Promise.all(
        own.map(async ({ number, at, state: decided, reason }) => ({
          number,
          at,
          state: decided,
          reason: (await openText(secrets, viewer._id, reason)) ?? '',
        })),
      );
      return { data: { claims } };
    }),
    endpoint(
      floorBuyerOperations.claimBuyerNumber,
      async ({ viewer, params: { auction }, body: { number }, commandId }) => {
        const sale = await interfacedSale(auction);
        if (isRefusal(sale)) return sale;
        if (sale.phase === 'future' || sale.phase === 'open') return refusal('not-open');
        if (!(await directory.mayBid(viewer._id))) return refusal('not-permitted');
        return write(auction, {
          commandId,
          actor: { kind: 'user', id: viewer._id },
          body: { type: 'claim', number, account: viewer._id },
        });
      },
    ),
  ];
}
