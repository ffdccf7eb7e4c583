import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { ClientSocket } from './client-socket.ts';
import { Resting } from './resting.ts';

const test = suite('resting sockets');

function rig() {
  const clock = new ManualClock(1_000);
  const said: string[] = [];
  const socket = (name: string) =>
    ({
      rest: () => said.push(`${name} rests at ${clock.now()}`),
      listen: () => said.push(`${name} listens at ${clock.now()}`),
    }) as unknown as ClientSocket;
  return { clock, said, socket, resting: new Resting(clock, 100) };
}

test('[G25] each is listened to again after the same time', () => {
  const { clock, said, socket, resting } = rig();
  const [one, other] = [socket('one'), socket('other')];
  resting.begin(one);
  clock.advanceTo(1_030);
  resting.begin(other);
  clock.advanceTo(1_099);
  assert.equal(said.splice(0), ['one rests at 1000', 'other rests at 1030']);
  clock.advanceTo(1_100);
  assert.equal(said.splice(0), ['one listens at 1100']);
  clock.advanceTo(5_000);
  assert.equal(said.splice(0), ['other listens at 1130']);
  resting.begin(one);
  clock.advanceTo(9_000);
  assert.equal(said, ['one rests at 5000', 'one listens at 5100'], 'and so the next time');
});

test('[G25] what was read before it rested makes its rest no longer', () => {
  const { clock, said, socket, resting } = rig();
  const one = socket('one');
  resting.begin(one);
  clock.advanceTo(1_060);
  resting.begin(one);
  clock.advanceTo(2_000);
  assert.equal(said, ['one rests at 1000', 'one listens at 1100']);
});

test.run();
