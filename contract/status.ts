import { FREEZE_CAUSES } from '@saleyard/domain/auction/freeze-cause.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { describedInteger, list, ms, oneOf, orNull, strictObject } from './schema.ts';

/** Frozen sales that one answer names, and freezes that are over. */
export const STATUS_LIMITS = { frozen: 50, ended: 10 } as const;

/** What people need of the marketplace, each by itself. */
export const STATUS_PARTS = ['bidding', 'record', 'live', 'reads', 'mail'] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

const freeze = {
  auction: Type.String(),
  searchNumber: Type.Integer(),
  title: Type.String(),
  kind: Type.String({ description: 'the kind of stock, as in addresses' }),
  lot: orNull(Type.String({ description: "the lot's number; null: the whole sale" })),
  from: ms('when it began'),
  /** null: it was not recorded. */
  cause: orNull(oneOf(...FREEZE_CAUSES)),
};

/** Whether the marketplace works, and which public sales were frozen. */
export const Status = strictObject({
  at: ms('when it was checked'),
  parts: list(
    strictObject({
      part: oneOf(...STATUS_PARTS),
      /** `reduced`: some processes are away; `unknown`: not used yet; `off`: not set up. */
      state: oneOf('up', 'reduced', 'down', 'unknown', 'off'),
      since: orNull(ms('mail: when the mail server last took a mail, or failed to')),
    }),
  ),
  roles: list(
    strictObject({
      role: oneOf('command-api', 'projections'),
      ready: describedInteger('processes that are ready'),
      all: describedInteger('processes that there should be'),
    }),
    { description: 'where several processes share the work: as the gateway that answers sees them' },
  ),
  freezes: orNull(
    strictObject({
      now: list(strictObject(freeze), { description: 'public sales, and lots of them, that are frozen' }),
      ended: list(strictObject({ ...freeze, until: ms('when it ended') }), {
        description: 'freezes of public sales that ended last, the newest first',
      }),
    }),
  ),
});

export type Status = Static<typeof Status>;
