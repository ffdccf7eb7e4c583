import type { Measured } from './row.ts';

export type Bench = {
  name: string;
  /** The heading: what is measured. */
  title: string;
  /** What limits the measured number. */
  boundBy: string;
  run(): Promise<Measured>;
};

/** Every benchmark, in the order of the page. */
export const BENCHES: readonly Bench[] = [
  {
    name: 'fold',
    title: 'Folding and deciding',
    boundBy: 'One core. Folding allocates what each event changes; parsing allocates the whole event.',
    run: async () => (await import('./fold.ts')).benchFold(),
  },
  {
    name: 'audit',
    title: 'Auditing a sale of 100,000 bids',
    boundBy:
      'One core: the events are read twice, each is hashed, each command is decided again and compared, and each step is worded.',
    run: async () => (await import('./audit.ts')).benchAudit(),
  },
  {
    name: 'audit-beside',
    title: 'Bids beside an audit',
    boundBy:
      'The cores: the thread that takes bids, the process of the audit, which has a lower priority, and the bidders share them.',
    run: async () => (await import('./audit-beside.ts')).benchAuditBeside(),
  },
  {
    name: 'append',
    title: 'Appending durably',
    boundBy:
      'The disk: an append is answered when its commit is synced. Small appends wait for the sync, large ones for hashing and copying. emmett opens its file again for every call, as its store does.',
    run: async () => (await import('./append.ts')).benchAppend(),
  },
  {
    name: 'eventstore-append',
    title: 'Appending to a log server',
    boundBy:
      "One core on each side: the protocol's library frames every message of a call, and on ours canonical JSON and hashes are made too. The server is the tests' stand-in, so the numbers say what the adapter adds to the bare calls and nothing of EventStoreDB itself.",
    run: async () => (await import('./eventstore-append.ts')).benchEventStoreAppend(),
  },
  {
    name: 'bid-path',
    title: 'Bids, as many as are answered',
    boundBy:
      "The server's one thread, and the sync of each group commit: a bid that comes during one waits for the next. The server with its disk thread has one core, the bidders have another. Of the core's time about a third writes to sockets and reads from them, as an echo does too, a sixth is the disk thread's, and a tenth makes canonical JSON and hashes; an echo that does nothing but wait for bare LMDB's disk is the second peer.",
    run: async () => (await import('./bid-path.ts')).benchBidPath(),
  },
  {
    name: 'latency',
    title: 'How long a bid takes',
    boundBy:
      'Idle and at 500 bids a second: the sync of a commit, and a flush to 1,000 viewers that a bid may have to wait for. Saturated: the queue of the bids before it.',
    run: async () => (await import('./latency.ts')).benchLatency(),
  },
  {
    name: 'beside',
    title: 'Bids beside everything else',
    boundBy:
      'The cores: the thread that takes bids, the worker thread, the image library, the clients and the onlookers share them. Of one core, or of two that others use too, the row says little.',
    run: async () => (await import('./beside.ts')).benchBeside(),
  },
  {
    name: 'own-parts',
    title: 'Bids without the own parts',
    boundBy:
      "The server's one thread: `ws` makes half a dozen objects of each message, and a bid is parsed, validated and answered by general code.",
    run: async () => (await import('./own-parts.ts')).benchOwnParts(),
  },
  {
    name: 'fanout',
    title: 'Updates to everyone',
    boundBy:
      'One write to the kernel for each socket and flush. The number of updates within a flush hardly matters, the number of sockets does.',
    run: async () => (await import('./fanout.ts')).benchFanout(),
  },
  {
    name: 'room',
    title: 'The live room in a browser',
    boundBy:
      "The page's one thread: React renders the selected lot with each frame, the lots in sight that changed a little later, and each lot's clock once a second. In its first minute the heap grows by code that the browser compiles.",
    run: async () => (await import('./room.ts')).benchRoom(),
  },
  {
    name: 'lot-form',
    title: 'A key in a large lot form',
    boundBy:
      "The page's one thread: React renders the field, in the grid too: the averages, the summary and the problems of all heads follow 300 ms after a change. A key waits for the next frame, and after a pause for what the form reads and keeps then.",
    run: async () => (await import('./lot-form.ts')).benchLotForm(),
  },
  {
    name: 'wake',
    title: 'A phone that wakes in the live room',
    boundBy:
      "The network: one request and its answer, and the 150 ms of the phone's. Then the page's one thread: React renders what changed.",
    run: async () => (await import('./wake.ts')).benchWake(),
  },
  {
    name: 'idle-memory',
    title: 'What a socket costs',
    boundBy: "Node's own objects of a connection, and those of `ws`, which any server on them pays.",
    run: async () => (await import('./idle-memory.ts')).benchIdleMemory(),
  },
  {
    name: 'opening',
    title: 'Taking up a long sale',
    boundBy:
      'One core: parsing each record, proving its hash and folding it. From a snapshot: decoding it and its hash, then the same for the tail.',
    run: async () => (await import('./opening.ts')).benchOpening(),
  },
  {
    name: 'long-stream',
    title: 'A command on a long stream',
    boundBy:
      'The sync of its append, as for any command. After a restart: parsing the snapshot, and reading at most 256 events after it.',
    run: async () => (await import('./long-stream.ts')).benchLongStream(),
  },
  {
    name: 'start-up',
    title: 'Starting on a long log',
    boundBy:
      'Opening the stores, reading what read models say by key, and the log after them. Practice sales are read from the log when they are first needed, which is after the start.',
    run: async () => (await import('./start-up.ts')).benchStartUp(),
  },
  {
    name: 'threads',
    title: 'Two threads beside one',
    boundBy:
      'The start: each thread loads most of the program, one beside the other where there are two cores. Memory: the code that both threads have loaded, and a heap for each.',
    run: async () => (await import('./threads.ts')).benchThreads(),
  },
  {
    name: 'rebuild',
    title: 'Making the read models again',
    boundBy: 'One core: reading and folding, and writing each document that a commit changed.',
    run: async () => (await import('./rebuild.ts')).benchRebuild(),
  },
  {
    name: 'catalogue',
    title: 'A page of the catalogue',
    boundBy:
      "The embedded store filters and sorts what an index found of a sale's lots, in this process. MongoDB: two round trips, for the page and for the count.",
    run: async () => (await import('./catalogue.ts')).benchCatalogue(),
  },
  {
    name: 'catalogue-page',
    title: 'A page of a large catalogue over HTTP',
    boundBy:
      'One core: comparing every lot of the sale with the filters, sorting those that fit, and writing ten of them as JSON. Words are looked up in an index in memory first.',
    run: async () => (await import('./catalogue-page.ts')).benchCataloguePage(),
  },
  {
    name: 'growth',
    title: 'The same, years later',
    boundBy: "The depth of LMDB's trees, and how much of them fits into the page cache.",
    run: async () => (await import('./growth.ts')).benchGrowth(),
  },
];
