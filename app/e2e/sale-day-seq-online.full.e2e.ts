import { suite } from '@saleyard/testing/suite.ts';
import { onlineSaleDay } from '../test-support/sale-day/online.ts';

const test = suite('the sale day of a sequential sale', { limitMs: 300_000 });

onlineSaleDay(test, {
  label: 'SEQ ONLINE',
  typed: {
    'Each lot is live for (seconds)': '20',
    'Gap between lots (seconds)': '1',
    'Time added by a late bid (seconds)': '5',
  },
  inTurn: true,
});

test.run();
