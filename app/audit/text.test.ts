import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { AuditReport, LotReport } from './report.ts';
import { lotsText } from './text.ts';

const test = suite('the text of an audit');

test('each member of staff has their role: also an auditor, and who has none any more', () => {
  const step = (id: string) => ({
    actor: { kind: 'staff', id, paddle: null },
    act: 'acted',
    cents: null,
    ruling: [],
    at: 0,
  });
  const ladder = ['sam', 'ada', 'left', 'gone'].map(step);
  const lot = { number: '1', title: null, result: 'open', winner: null, priceCents: null, ladder };
  const report = {
    auction: { type: null, phase: 'live', liveAt: null, closedAt: null },
    differences: [],
    commands: {},
    people: {
      sam: { name: 'Sam Clerk', role: 'admin', email: 'sam@saleyard.test' },
      ada: { name: 'Ada Lee', role: 'auditor', email: null },
      left: { name: 'Lou Reed', role: null, email: null },
    },
    paddles: {},
  } as unknown as AuditReport;
  const lines = lotsText(report, [lot as unknown as LotReport]).split('\n');
  assert.equal(
    lines.flatMap((line) => /^.* {2}(.*) acted/.exec(line)?.[1] ?? []),
    [
      'Sam Clerk, sam@saleyard.test (staff)',
      'Ada Lee (auditor)',
      'Lou Reed (acting as staff)',
      'gone (acting as staff)',
    ],
  );
});

test.run();
