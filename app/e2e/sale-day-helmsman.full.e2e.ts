import { suite } from '@saleyard/testing/suite.ts';
import { onlineSaleDay } from '../test-support/sale-day/online.ts';

const test = suite('the sale day of a helmsman sale', { limitMs: 300_000 });

onlineSaleDay(test, {
  label: 'HELMSMAN',
  typed: { 'Live for (minutes)': '1', 'Time added to the whole sale by a late bid (seconds)': '5' },
  inTurn: false,
});

test.run();
