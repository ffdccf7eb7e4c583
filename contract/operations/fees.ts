import * as Type from 'typebox';
import { DatedFees, FeeTable, StaffFees, UpcomingFees } from '../fees.ts';
import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import { CommandId, list, Reason, strictObject, whole } from '../schema.ts';

const CHANGE = {
  reason: Reason,
  seen: whole(0, 1_000_000),
  commandId: Type.Optional(CommandId),
};

export const feeOperations = operations({
  publishedFees: {
    ...READ,
    path: '/api/v1/listing-fees',
    summary: 'The published fees: in force today, and upcoming',
    more: 'A sale is charged by the table in force on the day it opens, in the zone of the sales.',
    answer: strictObject({ inForce: DatedFees, upcoming: list(UpcomingFees) }),
  },
  feeTables: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/fees',
    summary: 'Every fee table with its day, and who changed what and why',
    more: 'Read from the log itself.',
    who: 'staff',
    answer: StaffFees,
    errors: ['unavailable'],
  },
  setFees: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/staff/fees/{from}',
    summary: 'Set the fees from a day on',
    more: 'The day begins tomorrow at the earliest, so the fees of a sale that has opened never change. A table of the same day is replaced. `seen` is the number of changes that the caller has read; if there are more by now, the answer is `fees-changed`.',
    who: 'admin',
    body: strictObject({ table: FeeTable, ...CHANGE }),
    answer: StaffFees,
    errors: ['fees-in-force', 'fees-changed', ...UNDECIDED],
  },
  withdrawFees: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/fees/{from}/withdraw',
    summary: 'Withdraw a fee table that is not in force yet',
    who: 'admin',
    body: strictObject(CHANGE),
    answer: StaffFees,
    errors: ['no-fee-table', 'fees-in-force', 'fees-changed', ...UNDECIDED],
  },
});
