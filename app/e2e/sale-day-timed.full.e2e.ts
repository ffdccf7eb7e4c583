import { suite } from '@saleyard/testing/suite.ts';
import { onlineSaleDay } from '../test-support/sale-day/online.ts';

const test = suite('the sale day of a timed sale', { limitMs: 300_000 });

onlineSaleDay(test, {
  label: 'TIMED',
  typed: {
    'Live for (minutes)': '1',
    'Finish lots apart by (seconds)': '0',
    'Time added by a late bid (seconds)': '5',
  },
  inTurn: false,
});

test.run();
