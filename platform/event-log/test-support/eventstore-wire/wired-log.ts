import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../clock/system-clock.ts';
import { openEventStoreLog } from '../../eventstore-event-log.ts';
import type { EventStoreLimits } from '../../eventstore-limits.ts';
import type { AppendResult, EventLog, NewEvent } from '../../port.ts';
import { CHAINED } from '../contract-events.ts';
import { Line } from './fault-proxy.ts';
import { WireServer } from './wire-server.ts';

/** A server of a test's own, behind a line that the test can break, and what opens its log. */
export type Wired = {
  folder: string;
  server: WireServer;
  line: Line;
  open(limits?: Partial<EventStoreLimits>, url?: string): Promise<EventLog>;
};

/** Runs a test with a server of its own; every log it opened is closed after it. */
export async function withServer(
  body: (wired: Wired) => Promise<void>,
  options: Partial<Parameters<typeof WireServer.start>[0]> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-wire-'));
  const server = await WireServer.start({ folder, now: () => systemClock.now(), ...options });
  const line = await Line.to(server.port);
  const logs: EventLog[] = [];
  const open: Wired['open'] = async (limits = {}, url = line.url) => {
    const log = await openEventStoreLog({ chained: CHAINED, url, clock: systemClock, limits });
    logs.push(log);
    return log;
  };
  try {
    await body({ folder, server, line, open });
    line.restore();
    for (const log of logs) await log.close();
  } finally {
    await line.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Appends until the outcome is known: the same events at the same revision. */
export async function appendUntilKnown(
  log: EventLog,
  stream: string,
  expected: number,
  events: readonly NewEvent[],
): Promise<{ result: AppendResult; unknowns: number }> {
  for (let unknowns = 0; ; unknowns += 1) {
    const result = await log.append(stream, expected, events);
    if (result.outcome !== 'unknown') return { result, unknowns };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
