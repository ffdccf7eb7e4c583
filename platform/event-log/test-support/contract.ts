import { type Suite, suite } from '@saleyard/testing/suite.ts';
import { newId } from '../../ids/ids.ts';
import { appendingContract, type LogUnderTest, type WithLog } from './contract-appending.ts';
import { subscribingContract } from './contract-subscribing.ts';

const LIMIT_MS = 30_000;

/** What every event log must do. No adapter is excused from any of it. */
export function eventLogContract(title: string, factory: () => Promise<LogUnderTest>): Suite {
  const test = suite(`event log: ${title}`, { limitMs: LIMIT_MS });
  const withLog: WithLog = (name, body) =>
    test(name, async () => {
      const place = await factory();
      try {
        const log = await place.open();
        await body(log, `t${newId().replaceAll('-', '')}`, place);
        await log.close();
      } finally {
        await place.destroy();
      }
    });
  appendingContract(withLog);
  subscribingContract(withLog);
  return test;
}
