import { BUYER_NUMBER } from '@saleyard/domain/auction/ids.ts';
import { FIELD_LIMITS } from '@saleyard/domain/fields/rules.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { CommandId, list, ms, oneOf, orNull, Reason, strictObject, text } from './schema.ts';

/** A buyer number: up to six digits and capitals. */
export const BuyerNumber = Type.String({ pattern: BUYER_NUMBER.source });

const Account = strictObject({ _id: Type.String(), shortId: Type.String(), name: Type.String() });

const CLAIM_STATES = ['waits', 'approved', 'refused'] as const;

/** A buyer number of a sale, and who it was given to. Name, PIC and phone are '' where none were written down. */
export const FloorBuyer = strictObject({
  number: Type.String(),
  name: Type.String(),
  pic: Type.String(),
  phone: Type.String(),
  account: orNull(Account),
  lots: Type.Integer({ description: 'lots that it bought on the floor' }),
});

export type FloorBuyer = Static<typeof FloorBuyer>;

/** A claim of an account: "I was buyer 214 in this sale". */
export const FloorClaim = strictObject({
  number: Type.String(),
  account: Account,
  at: ms('when it was claimed'),
  state: oneOf(...CLAIM_STATES),
});

export type FloorClaim = Static<typeof FloorClaim>;

/** A claim as its account sees it. */
export const OwnFloorClaim = strictObject({
  number: Type.String(),
  at: ms('when it was claimed'),
  state: oneOf(...CLAIM_STATES),
  reason: Type.String({ description: "why it was refused; else ''" }),
});

export type OwnFloorClaim = Static<typeof OwnFloorClaim>;

export const FloorBuyersOfSale = strictObject({
  buyers: list(FloorBuyer, { description: 'by number' }),
  claims: list(FloorClaim, { description: 'those that wait first' }),
});

export type FloorBuyersOfSale = Static<typeof FloorBuyersOfSale>;

/** What the desk writes down of a buyer. The PIC may be empty. */
export const FloorBuyerBody = strictObject({
  name: text(FIELD_LIMITS.name, 1),
  pic: text(60),
  phone: text(60, 1),
  isNew: Type.Optional(
    Type.Boolean({ description: 'refused where somebody has the number; else it replaces them' }),
  ),
  commandId: Type.Optional(CommandId),
});

export type FloorBuyerBody = Static<typeof FloorBuyerBody>;

/** `reason`: needed to refuse; the account reads it. */
export const ClaimDecisionBody = strictObject({
  approved: Type.Boolean(),
  reason: Type.Optional(Reason),
  commandId: Type.Optional(CommandId),
});
