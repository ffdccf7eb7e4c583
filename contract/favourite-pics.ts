import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import { FIELD_LIMITS } from '@saleyard/domain/fields/rules.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { strictObject, text } from './schema.ts';

/** Codes and numbers as a person types them: the rules of their fields read them. */
const Typed = text(60);

export const FIELDS = {
  vendorName: text(FIELD_LIMITS.name),
  pic: Typed,
  vendorPhone: Typed,
  vendorEmail: text(CREDENTIALS.email.most),
  address: text(FIELD_LIMITS.address),
  town: text(FIELD_LIMITS.name),
  postcode: Typed,
  state: text(Math.max(...STATES.map(({ length }) => length))),
  district: text(FIELD_LIMITS.name),
};

export const FavouritePic = strictObject({ _id: Type.String(), ...FIELDS });

export type FavouritePic = Static<typeof FavouritePic>;
