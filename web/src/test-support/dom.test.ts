import './dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const test = suite('a page for component tests');

test("React does not record renders for a profiler: its performance tracks need the console's timeStamp", () => {
  assert.not('timeStamp' in console);
});

test.run();
