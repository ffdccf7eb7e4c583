import { EMPTY_PROFILE, LIVESTOCK_AGENT, type Profile } from '@saleyard/domain/account/profile.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { STAFF_ACCOUNTS } from '../staff/staff-accounts.projection.ts';
import { creatorsOf } from './creators.ts';
import { PRIVATE_LOTS } from './lots.projection.ts';

const test = suite('whom to ring about a lot');

const AGENT: Profile = {
  ...EMPTY_PROFILE,
  profession: LIVESTOCK_AGENT,
  tradingName: 'Ellis Livestock',
  phone: '0412345678',
};

/** The phone shown with a lot that this person listed. */
const phoneOf = (
  profile: Profile | null,
  standing: { status: AccountStatus; isSuspended: boolean } | null,
) => {
  const kept: Record<string, unknown> = {
    [`${PRIVATE_LOTS} lot`]: { createdBy: 'sue' },
    ...(standing && { [`${STAFF_ACCOUNTS} sue`]: standing }),
  };
  const documents = {
    get: async (name: string, id: string) => kept[`${name} ${id}`],
  } as unknown as Documents;
  return creatorsOf(documents, { profileOf: async () => profile, logoOf: async () => null }).agentPhone(
    'lot',
  );
};

test('an agent who may sell is rung, as the search for agents shows them', async () => {
  const selling = { status: 'approved-seller', isSuspended: false } as const;
  assert.is(await phoneOf(AGENT, selling), '0412345678');
});

test('a vendor’s own phone, a suspended agent’s and one of a person who may not sell are not shown', async () => {
  const selling = { status: 'approved-seller', isSuspended: false } as const;
  assert.is(await phoneOf({ ...AGENT, profession: 'Producer' }, selling), null);
  assert.is(await phoneOf(AGENT, { ...selling, isSuspended: true }), null);
  assert.is(await phoneOf(AGENT, { status: 'approved-buyer', isSuspended: false }), null);
  assert.is(await phoneOf(AGENT, null), null);
  assert.is(await phoneOf(null, selling), null);
  assert.is(await phoneOf({ ...AGENT, phone: '' }, selling), null);
});

test.run();
