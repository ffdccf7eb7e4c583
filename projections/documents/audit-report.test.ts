import type { SaleAudit } from '@saleyard/contract/audit.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auditDocument } from './audit-report.ts';
import type { AuditTask } from './task.ts';

const test = suite('the audit of a sale on paper');

const LOT: SaleAudit['lots'][number] = {
  lot: 'l1',
  number: '1',
  title: '54 Angus Steers',
  unit: 'head',
  count: 54,
  startCents: 1,
  incrementCents: 1,
  reserveCents: null,
  result: 'sold',
  priceCents: 41_800,
  winner: 'u1',
  paddle: '2848',
  accepted: 2,
  refused: 0,
  bidders: 2,
  steps: 0,
};

const TASK: AuditTask = {
  document: 'audit',
  format: 'pdf',
  at: 0,
  audit: {
    verdict: 'proven',
    difference: null,
    differences: [],
    differenceCount: 0,
    auction: {
      _id: 'a1',
      number: 2001,
      title: 'Hay Store Cattle',
      type: 'simultaneous',
      rules: 4,
      phase: 'closed',
      cancelled: false,
      openAt: 0,
      liveAt: 0,
      closedAt: 0,
    },
    events: 834,
    chained: 834,
    decidedAgain: 833,
    notDecidedAgain: 0,
    headHash: 'c397',
    at: 0,
    lots: [LOT],
    outages: [],
  },
  wanted: {},
  steps: [],
  total: 0,
  inAll: 0,
  people: {},
  whatIf: null,
};

const textOf = (task: AuditTask): string => JSON.stringify(auditDocument(task).content);

test('it says when the sale stood still, and what that moved', () => {
  const outages = [{ from: 0, to: 182_000, movedMs: 182_000, by: 'Sam Clerk (staff)', reason: 'Gate open' }];
  const text = textOf({ ...TASK, audit: { ...TASK.audit, outages } });
  assert.match(
    text,
    /Stood still from .+, by Sam Clerk \(staff\): Gate open; deadlines moved by 3 min 2 s\./,
  );
});

test('lots that another policy would have ended otherwise are beside how they ended', () => {
  const was = { result: 'sold', priceCents: 41_800, winner: 'u1', paddle: '2848' };
  const would = { ...was, winner: 'u2', paddle: '1174' };
  const lots = [{ lot: 'l1', number: '1', title: '54 Angus Steers', was, would }];
  const found = { policy: 'tie=later-manual-leads', stood: 'earlier-leads', decisions: 2, compared: 833 };
  const text = textOf({ ...TASK, whatIf: { ...found, lots } });
  assert.match(text, "If: A bid equal to the leader's maximum: the later manual bid leads");
  assert.match(text, '1 lot of 1 would be different. 2 of 833 commands');
  assert.match(text, /Sold to paddle 2848 at \$418\.00.*Sold to paddle 1174 at \$418\.00/);
  const same = textOf({ ...TASK, whatIf: { ...found, policy: 'tie=earlier-leads', lots: [] } });
  assert.match(same, 'The sale ran under this rule.');
  assert.not.match(textOf(TASK), 'otherwise');
});

test.run();
