import { termsProblems } from '@saleyard/command-api/sales/sale-rules.ts';
import { ScheduleSaleBody } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';
import { newSaleForm, type SaleForm, saleBody, saleFaults } from './sale-form.ts';

const test = suite('a sale as typed');

const NOW = Date.parse('2025-07-04T01:20:00Z');
const form = (change: Partial<SaleForm> = {}): SaleForm => ({
  ...newSaleForm(NOW),
  title: 'Weaners',
  ...change,
});

test('a new form of every type may be sent, and the server takes it', () => {
  const fits = new Ajv2020({ strict: true }).compile(ScheduleSaleBody);
  for (const type of ['simultaneous', 'sequential', 'sequentialOffline', 'synchronous'] as const) {
    assert.equal(saleFaults(form({ type }), NOW), {}, type);
    const body = saleBody(form({ type }));
    assert.ok(fits(body), `${type}: ${JSON.stringify(fits.errors)}`);
    assert.equal(termsProblems(body.terms, NOW), [], type);
  }
});

test('times are Sydney time and stand in order', () => {
  const { terms } = saleBody(form({ openAt: '2025-07-05T10:00', liveAt: '2025-07-05T11:00' }));
  assert.is(terms.openAt, Date.parse('2025-07-05T00:00:00Z'));
  assert.equal(saleFaults(form({ openAt: '2025-07-04T11:00' }), NOW), {
    openAt: 'Opens at must be in the future',
  });
  assert.equal(saleFaults(form({ openAt: '2025-07-06T10:00', liveAt: '2025-07-06T09:00' }), NOW), {
    liveAt: 'Goes live at must not be before Opens at',
  });
  assert.is(saleFaults(form({ openAt: '' }), NOW).openAt, 'Please Enter Opens at');
});

test('only what the type uses is judged and sent', () => {
  const typed = { lotOpeningSeconds: 'soon', durationMinutes: '0' };
  assert.equal(saleFaults(form({ ...typed, type: 'sequential' }), NOW), {
    lotOpeningSeconds: 'Each lot is live for must be a whole number of seconds from 1 to 5184000',
  });
  assert.equal(saleFaults(form({ ...typed, type: 'sequentialOffline' }), NOW), {});
  const { terms } = saleBody(form({ type: 'synchronous', durationMinutes: '90' }));
  assert.is(terms.durationSeconds, 5_400);
  assert.is(terms.staggerSeconds, 0);
});

test('sections are one per line', () => {
  const { details } = saleBody(form({ sections: 'Run 1 | steers\n\n Run 2 \n' }));
  assert.ok(details.requiresTabs);
  assert.equal(details.auctionTabs, [
    { tabName: 'Run 1', description: 'steers' },
    { tabName: 'Run 2', description: '' },
  ]);
  assert.not.ok(saleBody(form()).details.requiresTabs);
});

test.run();
