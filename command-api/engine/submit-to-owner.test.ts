import { type CommandReply, leaseKeys, subjects } from '@saleyard/contract/commands.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { bid } from '../test-support/engine.ts';
import { rejected, unavailable } from './reply.ts';
import { submitToOwner } from './submit-to-owner.ts';

const test = suite('a command that comes in by REST');

const ASKED = bid('a1', 'joe', 'l1', 11_000);
const DECIDED = rejected('too-low', 'l1', { seq: 7, position: 7 });
const UNAVAILABLE = unavailable('unavailable', 1_000);

/** Two nodes with these answers; which of them holds the lease; whether the other can be reached over the bus. */
async function asked(
  here: CommandReply,
  there: CommandReply,
  { holder, reached = true }: { holder: 'here' | 'there' | null; reached?: boolean },
) {
  const bus = createEmbeddedBus({ clock: systemClock });
  const table = new EmbeddedLeases(systemClock);
  const ours = table.join('here');
  const theirs = table.join('there');
  if (holder !== null) await (holder === 'here' ? ours : theirs).claim(leaseKeys.auction('a1'));
  const by: string[] = [];
  const answering = (name: string, reply: CommandReply) => async () => {
    by.push(name);
    return reply;
  };
  const host = { submit: answering('here', here) };
  bus.serve(subjects.commandsTo('here'), host.submit);
  if (reached) bus.serve(subjects.commandsTo('there'), answering('there', there));
  const submit = submitToOwner({ host, bus, leases: ours, clock: systemClock });
  const reply = await submit(ASKED);
  await Promise.all([ours.close(), theirs.close(), bus.close()]);
  return { reply, by };
}

test('[N1] it is decided here when the auction is run here, or by nobody', async () => {
  for (const holder of ['here', null] as const) {
    assert.equal(await asked(DECIDED, UNAVAILABLE, { holder }), { reply: DECIDED, by: ['here'] });
  }
});

test('[N1] it is taken to the node that runs the auction', async () => {
  assert.equal(await asked(UNAVAILABLE, DECIDED, { holder: 'there' }), { reply: DECIDED, by: ['there'] });
});

test('[N3] turned away here it is taken to another', async () => {
  const { reply, by } = await asked(UNAVAILABLE, DECIDED, { holder: 'here' });
  assert.equal(reply, DECIDED);
  assert.is(by.at(-1), 'there');
});

test('[N2] it is decided here when nobody else can be reached', async () => {
  assert.equal(await asked(DECIDED, UNAVAILABLE, { holder: 'there', reached: false }), {
    reply: DECIDED,
    by: ['here'],
  });
});

test('[N11] it is unavailable when no node would do it', async () => {
  assert.equal((await asked(UNAVAILABLE, UNAVAILABLE, { holder: 'there' })).reply, UNAVAILABLE);
});

test.run();
