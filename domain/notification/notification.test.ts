import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  type NotificationCommandBody,
  type NotificationEvent,
  type NotificationState,
  notificationDecider,
} from './notification.ts';

const test = suite('notifications');
const { decide, evolve } = notificationDecider;
const after = (...events: NotificationEvent[]): NotificationState =>
  events.reduce<NotificationState>(evolve, null);
const asked = (state: NotificationState, body: NotificationCommandBody, at = 1_000) =>
  decide(state, { at, body });
const show = { type: 'show', text: 'Phones are down.', tone: 'warning', until: null } as const;
const shown: NotificationEvent = {
  type: 'NotificationShown',
  data: { at: 1_000, text: 'Phones are down.', tone: 'warning', until: null },
};

test('it is shown once, and ended once', () => {
  assert.equal(asked(null, show), { outcome: 'accepted', events: [shown] });
  assert.equal(asked(after(shown), show), { outcome: 'refused', code: 'already-shown' });
  const ended: NotificationEvent = { type: 'NotificationEnded', data: { at: 2_000 } };
  assert.equal(asked(after(shown), { type: 'end' }, 2_000), { outcome: 'accepted', events: [ended] });
  assert.equal(asked(after(shown, ended), { type: 'end' }), { outcome: 'accepted', events: [] });
  assert.is(after(shown, ended)?.endedAt, 2_000);
});

test('only a shown notification can be ended, and one that would end before it begins is not shown', () => {
  assert.equal(asked(null, { type: 'end' }), { outcome: 'refused', code: 'not-shown' });
  assert.equal(asked(null, { ...show, until: 1_000 }), {
    outcome: 'refused',
    code: 'until-past',
  });
  assert.is(asked(null, { ...show, until: 1_001 }).outcome, 'accepted');
});

test.run();
