import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { staffCommandOf } from './staff-commands.ts';

const test = suite('commands of staff as they are sent');
const command = { lot: 'lot', commandId: 'command' } as const;

test('a reason or a note of blanks is missing; blanks around one are not kept', () => {
  for (const request of [
    { ...command, type: 'retractFloorBid', reason: ' \n' },
    { ...command, type: 'correctSale', outcome: 'passed', reason: '  ' },
    { ...command, type: 'freeze', reason: ' ' },
    { ...command, type: 'staffBid', bidder: 'bidder', cents: 40_000, note: ' ' },
  ] as const)
    assert.is(staffCommandOf(request, 'staff').outcome, 'refused', request.type);
  assert.equal(staffCommandOf({ ...command, type: 'reopenLot', reason: ' A buyer was missed ' }, 'staff'), {
    outcome: 'read',
    body: { type: 'reopenLot', lot: 'lot', reason: 'A buyer was missed', by: 'staff' },
  });
});

test.run();
