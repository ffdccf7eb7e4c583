import { parseArgs } from 'node:util';
import { systemClock } from '../../../clock/system-clock.ts';
import { WireServer } from './wire-server.ts';

/*
 * The stand-in for an EventStoreDB server as a process of its own, for tests of several processes:
 *   node --import tsx platform/event-log/test-support/eventstore-wire/serve.ts --folder DIR [--port N]
 * Prints one line with its connection string when it is ready. SIGTERM ends it; kill -9 loses nothing that it answered.
 */
const { values } = parseArgs({
  options: { folder: { type: 'string' }, port: { type: 'string', default: '0' } },
});
if (values.folder === undefined) throw new Error('--folder is missing');

const server = await WireServer.start({
  folder: values.folder,
  port: Number(values.port),
  now: () => systemClock.now(),
});
console.log(`ready ${server.url}`);
process.on('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
// Who started it as a child of its own is gone.
process.on('disconnect', () => process.exit(0));
