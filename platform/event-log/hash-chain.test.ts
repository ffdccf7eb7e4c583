import { createHash } from 'node:crypto';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { canonicalJson } from './canonical-json.ts';
import { GENESIS_HASH, verifyChain } from './hash-chain.ts';
import type { RecordedEvent } from './port.ts';

const test = suite('hash chain');

/** A chain made as the documents describe for auditors. Of the log's own code it uses only canonical JSON. */
function chain(length: number): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  let prevHash = GENESIS_HASH;
  for (let revision = 0; revision < length; revision += 1) {
    const meta = { at: 5, commandId: 'c', actor: { kind: 'system', id: 'clock' } as const, schema: 1 };
    const bare = {
      id: `e-${revision}`,
      stream: 'auction-1',
      revision,
      type: 'Noted',
      data: { n: revision },
      meta,
    };
    const hash = createHash('sha256').update(prevHash).update(canonicalJson(bare)).digest('hex');
    events.push({ ...bare, position: 10 + revision, meta: { ...meta, prevHash, hash } });
    prevHash = hash;
  }
  return events;
}

async function* inBatches(events: RecordedEvent[]): AsyncGenerator<RecordedEvent[]> {
  for (let i = 0; i < events.length; i += 3) yield events.slice(i, i + 3);
}

const verify = (events: RecordedEvent[]) => verifyChain(inBatches(events));

test('a whole chain is intact, and its head is the last hash', async () => {
  const events = chain(10);
  assert.equal(await verify(events), { intact: true, events: 10, head: events[9]?.meta.hash });
  assert.equal(await verify([]), { intact: true, events: 0, head: GENESIS_HASH });
});

const changes: [string, (event: RecordedEvent) => RecordedEvent][] = [
  ['data', (event) => ({ ...event, data: { n: 'other' } })],
  ['id', (event) => ({ ...event, id: 'other' })],
  ['type', (event) => ({ ...event, type: 'Other' })],
  ['time', (event) => ({ ...event, meta: { ...event.meta, at: 6 } })],
  ['actor', (event) => ({ ...event, meta: { ...event.meta, actor: { kind: 'system', id: 'other' } } })],
  ['cause', (event) => ({ ...event, meta: { ...event.meta, causationId: 'c-0' } })],
  ['stream', (event) => ({ ...event, stream: 'auction-2' })],
  ['hash', (event) => ({ ...event, meta: { ...event.meta, hash: GENESIS_HASH } })],
  ['previous hash', (event) => ({ ...event, meta: { ...event.meta, prevHash: GENESIS_HASH } })],
];

for (const [what, change] of changes) {
  test(`an event whose ${what} was changed is named`, async () => {
    const events = chain(10).map((event, i) => (i === 4 ? change(event) : event));
    const verdict = await verify(events);
    assert.is(verdict.intact, false);
    if (!verdict.intact) assert.equal([verdict.events, verdict.revision, verdict.position], [4, 4, 14]);
  });
}

test('a dropped, a repeated, and a moved event are noticed', async () => {
  const whole = chain(6);
  const [a, b, c, d, e, f] = whole as [
    RecordedEvent,
    RecordedEvent,
    RecordedEvent,
    RecordedEvent,
    RecordedEvent,
    RecordedEvent,
  ];
  for (const events of [
    [a, b, d, e, f],
    [b, c, d],
    [a, b, b, c],
    [a, c, b, d],
  ]) {
    assert.is((await verify(events)).intact, false);
  }
});

test('an event put in with renumbered followers breaks the chain', async () => {
  const events = chain(6);
  const forged = events.flatMap((event, i) => (i === 2 ? [event, { ...event, id: 'forged' }] : [event]));
  const renumbered = forged.map((event, revision) => ({ ...event, revision }));
  const verdict = await verify(renumbered);
  assert.is(verdict.intact, false);
  if (!verdict.intact) assert.is(verdict.revision, 3);
});

test.run();
