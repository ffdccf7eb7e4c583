/** One metric of a process. */
export type Metric = {
  /** `counter`: only grows; `gauge`: goes both ways; `histogram`: how often a value fell under each bound. */
  kind: 'counter' | 'gauge' | 'histogram';
  /** What it means, for the operator who reads it. */
  help: string;
  /** Its labels. Only names from a fixed set appear here: no person, auction, lot or address. */
  labels?: readonly string[];
  /** Upper bounds of a histogram. */
  bounds?: readonly number[];
};

/** Buckets for bids and requests, in seconds. */
const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Every metric of Saleyard's own, beside Node's (`process_*`, `nodejs_*`). The reference is made from this. */
export const METRICS = {
  saleyard_ready: {
    kind: 'gauge',
    help: '1 when this process can do its work, as /readyz says; 0 when something is away',
  },
  saleyard_log_position: {
    kind: 'gauge',
    help: 'the position of the last event in the log; positions count events in the embedded log and bytes in EventStoreDB',
  },
  saleyard_appends_total: {
    kind: 'counter',
    help: 'appends to the log by what became of them: appended; conflict, another node wrote first; full, no disk space; unknown, it may or may not be stored',
    labels: ['outcome'],
  },
  saleyard_append_seconds: {
    kind: 'histogram',
    help: 'duration of an append with any outcome; a bid waits for one',
    bounds: SECONDS,
  },
  saleyard_events_appended_total: {
    kind: 'counter',
    help: 'events stored by this process, by their type: BidAccepted and BidRefused are the decisions on bids',
    labels: ['type'],
  },
  saleyard_commands_total: {
    kind: 'counter',
    help: 'commands that came in here by REST, by what they were answered: accepted, refused, duplicate-conflict, not-found, unavailable, full, rate-limited, unknown',
    labels: ['outcome'],
  },
  saleyard_auctions_owned: {
    kind: 'gauge',
    help: 'auctions that are not closed and run at this node',
  },
  saleyard_commands_waiting: {
    kind: 'gauge',
    help: 'commands that wait in the mailboxes of the auctions this node runs',
  },
  saleyard_clock_skew_seconds: {
    kind: 'gauge',
    help: "how far the log server's clock is ahead of this node's; beyond 2 either way it runs no live auction",
  },
  saleyard_leases_held: {
    kind: 'gauge',
    help: 'leases this node holds: one for each auction it runs, one for the relay, one for the read models',
  },
  saleyard_relay_active: {
    kind: 'gauge',
    help: '1 at the node that feeds the bus from the log; the others stand by',
  },
  saleyard_relay_lag_positions: {
    kind: 'gauge',
    help: 'positions of the log that the bus was not fed with yet, at the node that feeds it',
  },
  saleyard_projections_active: {
    kind: 'gauge',
    help: '1 at the process that writes the read models; the others stand by',
  },
  saleyard_projection_lag_positions: {
    kind: 'gauge',
    help: 'positions of the log that the read models do not show yet',
  },
  saleyard_projection_lag_seconds: {
    kind: 'gauge',
    help: 'how long ago the log was where the read models are now; 0 when they show all of it',
  },
  saleyard_sockets: {
    kind: 'gauge',
    help: 'open WebSockets',
  },
  saleyard_slow_sockets: {
    kind: 'gauge',
    help: 'sockets that are behind: their updates wait for a snapshot',
  },
  saleyard_people: {
    kind: 'gauge',
    help: 'people with a socket here, by kind: signed-in, or anonymous visitors',
    labels: ['kind'],
  },
  saleyard_auctions_followed: {
    kind: 'gauge',
    help: 'auctions whose live view is kept here',
  },
  saleyard_socket_messages_total: {
    kind: 'counter',
    help: 'messages that came in over sockets: received within the rate; rate-limited, over it; invalid, not understood',
    labels: ['kind'],
  },
  saleyard_socket_frames_total: {
    kind: 'counter',
    help: 'frames sent: shared, made once for a whole room, or own',
    labels: ['kind'],
  },
  saleyard_socket_updates_skipped_total: {
    kind: 'counter',
    help: 'updates that passed a slow socket by',
  },
  saleyard_socket_bytes_total: {
    kind: 'counter',
    help: 'bytes sent over sockets',
  },
  saleyard_socket_flushes_total: {
    kind: 'counter',
    help: 'flushes of the live side',
  },
  saleyard_bids_under_way: {
    kind: 'gauge',
    help: 'bids that wait for their answer',
  },
  saleyard_bids_total: {
    kind: 'counter',
    help: 'bids over the live connection by their answer: accepted, or the code they were refused or not placed with',
    labels: ['answer'],
  },
  saleyard_bid_seconds: {
    kind: 'histogram',
    help: 'from when a bid came in at the gateway to its answer',
    bounds: SECONDS,
  },
  saleyard_http_requests_total: {
    kind: 'counter',
    help: "HTTP answers by method, route pattern and status; `other` is the web's files and what nobody took",
    labels: ['method', 'route', 'status'],
  },
  saleyard_server_faults_total: {
    kind: 'counter',
    help: 'HTTP answers with status 500; 0 from the start',
  },
  saleyard_shedding_level: {
    kind: 'gauge',
    help: 'kinds of work that are given up now for the sake of bids: 0 none; 1 bulk; 2 anonymous as well; 3 signed-in slowed too',
  },
  saleyard_shed_total: {
    kind: 'counter',
    help: 'requests and sockets answered `busy` (503), by kind: bulk, anonymous, signed-in, vital. Bids that were turned away are among saleyard_bids_total as rate-limited',
    labels: ['kind'],
  },
  saleyard_http_seconds: {
    kind: 'histogram',
    help: 'how long HTTP answers took, by method and route pattern',
    labels: ['method', 'route'],
    bounds: [0.005, 0.02, 0.1, 0.5, 2, 10],
  },
  saleyard_first_views_total: {
    kind: 'counter',
    help: 'first views of public pages by what became of them: rendered; cached, rendered for an earlier page; none, nothing public at the address; failed, rendering threw; late, not ready in time; busy, too many at once; limited, its client had enough rendered; shed, reads of visitors were shed. Pages of the last six come without a view',
    labels: ['outcome'],
  },
  saleyard_forwarded_total: {
    kind: 'counter',
    help: 'requests passed on to another role by what became of them: answered; unavailable, nobody there; lost, it may have acted; broken, cut in mid-answer; left, the client was gone',
    labels: ['to', 'outcome'],
  },
  saleyard_upstreams_ready: {
    kind: 'gauge',
    help: 'processes of another role that said they are ready',
    labels: ['to'],
  },
  saleyard_disk_free_bytes: {
    kind: 'gauge',
    help: 'bytes free on the disk of the data folder',
  },
  saleyard_disk_reserve_bytes: {
    kind: 'gauge',
    help: 'bytes of that disk that are kept for the log: with less free, uploads, documents, drafts, new lots and new sales are refused',
  },
  saleyard_unfinished_uploads: {
    kind: 'gauge',
    help: 'videos of which parts were uploaded and the rest never came, when the files were last swept; those older than a day are deleted',
  },
  saleyard_unfinished_upload_bytes: {
    kind: 'gauge',
    help: 'their bytes',
  },
  saleyard_bus_resyncs_total: {
    kind: 'counter',
    help: 'interruptions of the bus in which messages may have been lost; views were made whole from the log',
  },
} as const satisfies Record<string, Metric>;

type MetricName = keyof typeof METRICS;
type OfKind<K extends Metric['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never;
}[MetricName];
export type CounterName = OfKind<'counter'>;
export type GaugeName = OfKind<'gauge'>;
export type HistogramName = OfKind<'histogram'>;
