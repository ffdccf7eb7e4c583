import { CLAIMS_MOST, FLOOR_BUYERS_MOST } from '@saleyard/domain/floor-buyers/floor-buyers.ts';
import * as Type from 'typebox';
import {
  BuyerNumber,
  ClaimDecisionBody,
  FloorBuyerBody,
  FloorBuyersOfSale,
  OwnFloorClaim,
} from '../floor-buyers.ts';
import { operations, UNDECIDED, WRITE } from '../operation.ts';
import { CommandId, list, strictObject } from '../schema.ts';

const NUMBER = strictObject({ number: Type.String() });

/** Read from the log itself, so that what was just written down is there. */
const FROM_LOG = { side: 'command-api', method: 'get', errors: ['not-found', 'unavailable'] } as const;

/** Buyers on the floor of an interfaced sale. */
export const floorBuyerOperations = operations({
  floorBuyers: {
    ...FROM_LOG,
    path: '/api/v1/staff/auctions/{id}/floor-buyers',
    summary: 'Buyer numbers of a sale, and the accounts that claim them',
    more: 'Also numbers that bought a lot and that nobody has written down.',
    who: 'staff',
    answer: FloorBuyersOfSale,
  },
  writeFloorBuyer: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/staff/auctions/{id}/floor-buyers/{number}',
    summary: 'Give a buyer number, or change who has it',
    more: `Name, PIC and phone are sealed with a key of their own. A sale has at most ${FLOOR_BUYERS_MOST} buyer numbers.`,
    who: 'admin',
    body: FloorBuyerBody,
    answer: NUMBER,
    errors: ['not-found', 'number-taken', 'wrong-auction-type', ...UNDECIDED],
  },
  eraseFloorBuyer: {
    ...WRITE,
    method: 'delete',
    path: '/api/v1/staff/auctions/{id}/floor-buyers/{number}',
    summary: 'Erase name, PIC and phone of a buyer number',
    more: 'For ever: their key is deleted. What the number bought stays.',
    who: 'admin',
    query: strictObject({ commandId: Type.Optional(CommandId) }),
    answer: NUMBER,
    errors: ['not-found', ...UNDECIDED],
  },
  decideFloorClaim: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/staff/auctions/{id}/floor-buyers/{number}/claims/{account}',
    summary: 'Approve or refuse the claim of an account to a buyer number',
    more: 'Once it is approved, every lot that the number bought, or buys later, is in the results of the account. To refuse it needs a `reason`, which the account reads.',
    who: 'admin',
    body: ClaimDecisionBody,
    answer: NUMBER,
    errors: ['not-found', 'not-permitted', 'own-lot', 'already-so', 'wrong-auction-type', ...UNDECIDED],
  },
  ownFloorClaims: {
    ...FROM_LOG,
    path: '/api/v1/users/me/floor-claims/{auction}',
    summary: 'My claims to buyer numbers of a sale',
    who: 'signed-in',
    answer: strictObject({ claims: list(OwnFloorClaim) }),
  },
  claimBuyerNumber: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/users/me/floor-claims/{auction}',
    summary: 'Claim a buyer number: "I was buyer 214 in this sale"',
    more: `Staff approve or refuse it. An account claims at most ${CLAIMS_MOST} numbers of a sale. The answer does not say whether the number bought anything.`,
    body: strictObject({ number: BuyerNumber, commandId: Type.Optional(CommandId) }),
    answer: NUMBER,
    errors: ['not-found', 'not-permitted', 'wrong-auction-type', 'not-open', ...UNDECIDED],
  },
});
