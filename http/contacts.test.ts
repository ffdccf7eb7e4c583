import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { withoutContacts } from './contacts.ts';

const test = suite('answers without contacts');

test('e-mail addresses and phone numbers are emptied wherever they are; all else stays', () => {
  const answer = {
    _id: 'a1',
    email: 'sam@farm.example',
    secondaryPhone: '0400 000 000',
    isEmailUnconfirmed: true,
    emailedAt: 5,
    vendor: { name: 'Sam', vendorEmail: null, mobile: '0400' },
    people: [{ says: 'sue@farm.example' }, 'a bid @ 3'],
  };
  assert.equal(withoutContacts(answer), {
    ...answer,
    email: '',
    secondaryPhone: '',
    vendor: { name: 'Sam', vendorEmail: null, mobile: '' },
    people: [{ says: '' }, 'a bid @ 3'],
  });
  assert.is(answer.email, 'sam@farm.example');
});

test.run();
