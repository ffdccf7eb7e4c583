import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { AuditReport, LotReport } from './report.ts';
import { lotsText } from './text.ts';

const test = suite('the text of an audit');

/** How the text names these actors. */
function named(
  actors: readonly { kind: 'user' | 'staff'; id: string; paddle?: string }[],
  people: AuditReport['people'],
): string[] {
  const ladder = actors.map(({ paddle = null, ...actor }) => ({
    actor: { ...actor, paddle },
    act: 'acted',
    cents: null,
    ruling: [],
    at: 0,
  }));
  const lot = { number: '1', title: null, result: 'open', winner: null, priceCents: null, ladder };
  const report = {
    auction: { type: null, phase: 'live', liveAt: null, closedAt: null },
    differences: [],
    commands: {},
    people,
    paddles: {},
  } as unknown as AuditReport;
  const lines = lotsText(report, [lot as unknown as LotReport]).split('\n');
  return lines.flatMap((line) => /^.* {2}(.*) acted/.exec(line)?.[1] ?? []);
}

test('each member of staff has their role: also an auditor, and who has none any more', () => {
  const staff = ['sam', 'ada', 'left', 'gone'].map((id) => ({ kind: 'staff', id }) as const);
  const people = {
    sam: { name: 'Sam Clerk', role: 'admin', email: 'sam@saleyard.test' },
    ada: { name: 'Ada Lee', role: 'auditor', email: null },
    left: { name: 'Lou Reed', role: null, email: null },
  } as const;
  assert.equal(named(staff, people), [
    'Sam Clerk, sam@saleyard.test (staff)',
    'Ada Lee (auditor)',
    'Lou Reed (acting as staff)',
    'gone (acting as staff)',
  ]);
});

test('a bidder has paddle, name, role and e-mail, as far as the reader may see', () => {
  const bea = { kind: 'user', id: 'bea' } as const;
  const bidders = [{ ...bea, paddle: '2848' }, { ...bea, id: 'gone', paddle: '11' }, bea];
  assert.equal(named(bidders, { bea: { name: 'Bea Buyer', role: null, email: 'bea@farm.example' } }), [
    'Paddle 2848 (Bea Buyer, bidder, bea@farm.example)',
    'Paddle 11 (gone, bidder)',
    'A bidder without a paddle (Bea Buyer, bea@farm.example)',
  ]);
});

test.run();
