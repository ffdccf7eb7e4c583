import { AUCTION_TYPE_NAMES } from '@saleyard/domain/auction/types/auction-types.ts';
import { KIND_TYPES, LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import type { Static, TProperties, TSchema, TSchemaOptions } from 'typebox';
import * as Type from 'typebox';

// The building blocks of schemas.

/** An object without additional members. */
export const strictObject = <P extends TProperties>(properties: P, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });
export const oneOf = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] });
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** A readonly list. */
export const list = <S extends TSchema>(items: S, options: TSchemaOptions = {}) =>
  Type.Unsafe<readonly Static<S>[]>(Type.Array(items, options));

/** Text that every store and JSON can hold: without U+0000 and unpaired surrogates. For the `u` flag. */
export const PLAIN_TEXT = '^[^\\u0000\\uD800-\\uDFFF]*$';
/** The address of a picture or a video: http, https (without user or password), or a path on our site. */
export const MediaUrl = Type.String({
  minLength: 1,
  maxLength: LOT_LIMITS.address,
  pattern: '^(https?://(?![^/?#]*@)[^\\s/\\\\]|/(?![/\\\\]))[^\\s\\u0000-\\u001F\\uD800-\\uDFFF]*$',
});

/** A text of at least `least` and at most `most` characters. */
export const text = (most: number, least = 0) =>
  Type.String({ minLength: least, maxLength: most, pattern: PLAIN_TEXT });
export const whole = (least: number, most: number) => Type.Integer({ minimum: least, maximum: most });

/** Characters of a reason that staff give for a decision on an account or a lot, at most. */
export const REASON_MOST = 500;
export const Reason = text(REASON_MOST, 1);

/** ms since the epoch. */
export const ms = (description: string) =>
  Type.Integer({ description: `${description}, ms since the epoch` });
/** A time that a caller names, until the year 2286: no date can hold any number of ms. */
export const givenMs = (description: string) =>
  Type.Integer({
    description: `${description}, ms since the epoch`,
    minimum: 0,
    maximum: 9_999_999_999_999,
  });
/** Cents per the lot's unit. */
export const centsPerUnit = (description: string) =>
  Type.Integer({ description: `${description}, cents per unit` });
/** An integer with a description. */
export const describedInteger = (description: string) => Type.Integer({ description });

/** Every day of the calendar that ISO 8601 writes as 2026-09-30: no 31 November, and 29 February in leap years only. */
const DAY = [
  '\\d{4}-(0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])',
  '\\d{4}-(0[469]|11)-(0[1-9]|[12]\\d|30)',
  '\\d{4}-02-(0[1-9]|1\\d|2[0-8])',
  '(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29',
].join('|');

/** A day of the calendar, as "2026-09-30". */
export const Day = Type.String({ pattern: `^(${DAY})$`, description: 'a day, 2026-09-30' });

/** A UUID, or any id of at most 64 letters, digits, `_` and `-`. */
export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9A-Za-z_-]+$' });

/** Cents: a safe positive integer. */
export const Cents = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** A client-generated id that makes a command idempotent. */
export const CommandId = Type.String({ minLength: 8, maxLength: 64, pattern: '^[0-9A-Za-z_-]+$' });

export const KindType = oneOf(...KIND_TYPES);
export const AuctionType = oneOf(...AUCTION_TYPE_NAMES);

/** The most entries of a list in one answer. */
const PAGE_LIMIT = 1_000;
/** The requested page of a list. */
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 });
/** The requested number of entries; `otherwise` is the default. */
export const pageSize = (otherwise?: number) =>
  Type.Integer({
    minimum: 1,
    maximum: PAGE_LIMIT,
    ...(otherwise !== undefined && { default: otherwise }),
  });
/** 1 or asc is up, −1 or desc is down. */
export const Direction = oneOf('1', '-1', 'asc', 'desc');
/** Names of a closed set, separated by commas. */
export const namesOf = (...values: readonly string[]) =>
  Type.String({ pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` });
