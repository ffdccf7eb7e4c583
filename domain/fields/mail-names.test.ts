import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { MAIL_NAME_RULE, mailableName, mailNameProblem } from './mail-names.ts';

const test = suite('names in e-mails');

const NAMES = [
  'Robin Hall',
  'J.R. Hall',
  'J. R. Hall Jnr.',
  "Siobhán O'Brien-Smith",
  'Hall & Sons (Dubbo)',
  'Yard 5 Pty. Ltd.',
  'Lot 12345 Hillview',
  'Yard 12 Road 3456 East 7',
  '岩崎 弥太郎',
  'x'.repeat(60),
];
const NOT_NAMES = [
  'Dear Victim, you won $5,000! Claim at http://evil.example',
  'claim at evil.example now',
  'www.evil.example',
  'evil。example/claim',
  'jo@farm.example',
  'Robin\nHall',
  'Robin\r\nBcc: jo',
  'Robin\u2028Hall',
  'mailto:jo',
  '<b>Robin</b>',
  '12345',
  'Call 0400111222',
  'Dear Winner. You won 5,000. Call 0400 111 222 to claim',
  'Ring (04) 00-11-12',
  '+61 4 0011',
  'x'.repeat(61),
];

test('a name has letters, and no address, no phone number, no line end and at most 60 characters', () => {
  for (const name of NAMES) {
    assert.is(mailNameProblem(name), null, name);
    assert.is(mailableName(` ${name} `), name);
  }
  for (const name of NOT_NAMES) {
    assert.is(mailNameProblem(name), MAIL_NAME_RULE, name);
    assert.is(mailableName(name), '', name);
  }
  assert.is(mailNameProblem('  '), 'Please Enter Name');
});

test.run();
