import { type PresenceAnswer, type PresenceAsked, subjects } from '@saleyard/contract/commands.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { presenceFrom } from './room-presence.ts';

const test = suite('who is in a room');

test('the gateways together: who is at two of them counts once, and who is not named counts still', async () => {
  const bus = createEmbeddedBus({ clock: systemClock });
  const gateways: PresenceAnswer[] = [
    { people: ['ann', 'bob'], signedIn: 2, visitors: 3 },
    { people: ['bob', 'cal'], signedIn: 5, visitors: 1 },
  ];
  for (const answer of gateways) {
    bus.subscribe(subjects.presenceAsked, (asked) => {
      const { auction, replyTo } = asked as PresenceAsked;
      if (auction === 'a1') bus.publish(replyTo, answer);
    });
  }
  let questions = 0;
  const presenceOf = presenceFrom(bus, systemClock, () => `question-${++questions}`);
  const [seen, nobody] = await Promise.all([presenceOf('a1'), presenceOf('a2')]);
  assert.equal(seen, { people: ['ann', 'bob', 'cal'], signedIn: 6, visitors: 4 });
  assert.equal(nobody, { people: [], signedIn: 0, visitors: 0 });
  await bus.close();
});

test.run();
