import { hostname } from 'node:os';
import { readNatsUrl } from '../bus/nats-url.ts';
import { NEEDED, NEEDED_FOR, ROLES, type Role } from './roles.ts';
import {
  integer,
  oneOf,
  origin,
  origins,
  orNothing,
  type Read,
  serverUrl,
  text,
  yesOrNo,
} from './setting-kinds.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Processes of one role that a forwarder may know. */
const UPSTREAMS_LIMIT = 16;
/** Characters the key between our own processes has at least. */
const KEY_LEAST = 32;

/** Everything an operator may choose, read once at the start. */
export type Config = {
  /** Folder of the log, the documents, the secrets and the files, unless servers hold them. */
  data: string;
  /** TCP port; 0 lets the system choose. */
  port: number;
  /** Address listened on. */
  host: string;
  /** The origin people type ("https://saleyard.example"), or null: then the request's own host counts. */
  publicUrl: string | null;
  /** `publicUrl` is https: cookies are sent over https only. */
  secure: boolean;
  /** Reverse proxies in front whose X-Forwarded-For is believed. Our own edge proxy is not counted. */
  proxies: number;
  /** Demo accounts, sales and simulated bidders. */
  demo: boolean;
  /** Whether work is shed when this process answers late. False: only when too many bids wait. */
  shedsWhenLate: boolean;
  /** MiB of the data folder's disk that files and drafts leave to the log; null: 512 or 5%, whichever is less. */
  diskReserve: number | null;
  /** What one account may store: drafts, MiB of files, and parts of videos that are not finished. */
  accountDrafts: number;
  accountMegabytes: number;
  accountParts: number;
  logLevel: LogLevel;
  role: Role;
  /** This process among those that share its engines; no two have the same. */
  node: string;
  /** TCP port of `/metrics`; 0 lets the system choose, null: there is none. */
  metricsPort: number | null;
  /** Where the engines are; null: the embedded one in the data folder, or in this process. */
  eventStoreUrl: string | null;
  mongoUrl: string | null;
  natsUrl: string | null;
  /** Where files are, with a key and its secret; null: in the data folder. */
  s3Url: string | null;
  /** Origins of the processes that requests are forwarded to. */
  commandApiUrls: readonly string[];
  projectionsUrls: readonly string[];
  gatewayUrls: readonly string[];
  /** Shared by our own processes, to recognise each other. */
  forwardingKey: string | null;
  /** Where e-mails leave; null: they are kept in the outbox. */
  smtpUrl: string | null;
  /** The sender of e-mails: an address, or a name and an address in angle brackets. */
  mailFrom: string | null;
  /** Where text messages are posted; null: they are kept in the outbox. */
  smsUrl: string | null;
  /** Signs posted messages; null: they are not signed. */
  smsKey: string | null;
};

/** Flags of the command line, as typed. A flag overrides its variable. */
export type ConfigFlags = { readonly [K in keyof Config]?: string | boolean | number | undefined };

/** A setting that can't be used. `message` names the variable and the flag. */
export type ConfigProblem = { variable: string; message: string };

export type ConfigResult =
  | { outcome: 'valid'; config: Config }
  | { outcome: 'invalid'; problems: readonly ConfigProblem[] };

type Setting<T> = {
  variable: string;
  /** null: set by its variable only. */
  flag: string | null;
  fallback: string;
  /** It holds a password or a key: it may also be in a file, which `{variable}_FILE` names. */
  secret?: true;
  read: (text: string) => Read<T>;
};

/** A name that may be in a subject of the bus and beside others in a list. */
const nodeName = (value: string): Read<string> =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value)
    ? { value }
    : { problem: 'must be 1 to 64 letters, digits, hyphens and underscores, a letter or digit first' };

/** The host's name and this process's number: two processes of one machine never share it, nor do two machines. */
const ownName = (): string => {
  const host = hostname().replace(/[^A-Za-z0-9-]/g, '-');
  return `node-${host.slice(0, 40)}-${process.pid}`;
};

const key = (value: string): Read<string> =>
  value.length >= KEY_LEAST && /^[\x21-\x7e]+$/.test(value)
    ? { value }
    : { problem: `must be at least ${KEY_LEAST} characters, without spaces` };

/** `name@host`, or `A name <name@host>`. */
const sender = (value: string): Read<string> =>
  /^([^<>"\p{Cc}]{0,60}<[^\s@<>]+@[\w.-]+>|[^\s@<>]+@[\w.-]+)$/u.test(value)
    ? { value }
    : { problem: 'must be an e-mail address, like Saleyard <no-reply@saleyard.example>' };

const secretUrl = (variable: string, schemes: readonly string[]): Setting<string | null> => ({
  variable,
  flag: null,
  fallback: '',
  secret: true,
  read: orNothing(serverUrl(schemes)),
});

/** One server or several, as the connection will read it. */
const natsUrl = (value: string): Read<string> => {
  const read = serverUrl(['nats', 'tls'])(value.split(',')[0] ?? '');
  if ('problem' in read) return read;
  return readNatsUrl(value) === null
    ? { problem: 'must name servers of one scheme with the same credentials, with commas between' }
    : { value };
};

const upstreams = (variable: string): Setting<readonly string[]> => ({
  variable,
  flag: null,
  fallback: '',
  read: origins(UPSTREAMS_LIMIT, 'http://127.0.0.1:8081'),
});

type Settings = { readonly [K in Exclude<keyof Config, 'secure'>]: Setting<Config[K]> };

/** Every setting: its variable, its flag and its default. The reference is rendered from this. */
export const SETTINGS: Settings = {
  data: { variable: 'SALEYARD_DATA', flag: '--data', fallback: 'data', read: text },
  port: { variable: 'SALEYARD_PORT', flag: '--port', fallback: '8080', read: integer(0, 65_535) },
  host: { variable: 'SALEYARD_HOST', flag: '--host', fallback: '127.0.0.1', read: text },
  publicUrl: {
    variable: 'SALEYARD_PUBLIC_URL',
    flag: '--public-url',
    fallback: '',
    read: orNothing(origin(['http:', 'https:'], 'https://saleyard.example')),
  },
  proxies: { variable: 'SALEYARD_PROXIES', flag: null, fallback: '0', read: integer(0, 10) },
  demo: { variable: 'SALEYARD_DEMO', flag: '--demo', fallback: 'false', read: yesOrNo },
  shedsWhenLate: {
    variable: 'SALEYARD_SHED_WHEN_LATE',
    flag: null,
    fallback: 'true',
    read: yesOrNo,
  },
  diskReserve: {
    variable: 'SALEYARD_DISK_RESERVE',
    flag: null,
    fallback: '',
    read: orNothing(integer(0, 1_000_000)),
  },
  accountDrafts: {
    variable: 'SALEYARD_ACCOUNT_DRAFTS',
    flag: null,
    fallback: '2000',
    read: integer(1, 1_000_000),
  },
  accountMegabytes: {
    variable: 'SALEYARD_ACCOUNT_MEGABYTES',
    flag: null,
    fallback: '10240',
    read: integer(1, 100_000_000),
  },
  accountParts: {
    variable: 'SALEYARD_ACCOUNT_PARTS',
    flag: null,
    fallback: '200',
    read: integer(1, 1_000_000),
  },
  logLevel: {
    variable: 'SALEYARD_LOG_LEVEL',
    flag: '--log-level',
    fallback: 'info',
    read: oneOf(LOG_LEVELS),
  },
  role: { variable: 'SALEYARD_ROLE', flag: '--role', fallback: 'all', read: oneOf(ROLES) },
  node: {
    variable: 'SALEYARD_NODE',
    flag: '--node',
    fallback: '',
    read: (value) => (value === '' ? { value: ownName() } : nodeName(value)),
  },
  metricsPort: {
    variable: 'SALEYARD_METRICS_PORT',
    flag: '--metrics-port',
    fallback: '',
    read: orNothing(integer(0, 65_535)),
  },
  eventStoreUrl: secretUrl('EVENTSTORE_URL', ['esdb', 'esdb+discover']),
  mongoUrl: secretUrl('MONGODB_URL', ['mongodb', 'mongodb+srv']),
  natsUrl: { variable: 'NATS_URL', flag: null, fallback: '', secret: true, read: orNothing(natsUrl) },
  s3Url: secretUrl('S3_URL', ['http', 'https']),
  commandApiUrls: upstreams('SALEYARD_COMMAND_API_URLS'),
  projectionsUrls: upstreams('SALEYARD_PROJECTIONS_URLS'),
  gatewayUrls: upstreams('SALEYARD_GATEWAY_URLS'),
  forwardingKey: {
    variable: 'SALEYARD_FORWARDING_KEY',
    flag: null,
    fallback: '',
    secret: true,
    read: orNothing(key),
  },
  smtpUrl: secretUrl('SMTP_URL', ['smtp', 'smtps']),
  mailFrom: { variable: 'SALEYARD_MAIL_FROM', flag: null, fallback: '', read: orNothing(sender) },
  smsUrl: secretUrl('SMS_WEBHOOK_URL', ['http', 'https']),
  smsKey: { variable: 'SMS_WEBHOOK_KEY', flag: null, fallback: '', secret: true, read: orNothing(key) },
};

/** Missing settings of the role, each as a sentence with the variable and the reason. */
function missing(config: Config): ConfigProblem[] {
  const ofRole = NEEDED[config.role].flatMap((name) => {
    const value = config[name];
    if (value !== null && value.length > 0) return [];
    const { variable } = SETTINGS[name];
    const message = `${variable} must be set for the role ${config.role}: ${NEEDED_FOR[name]}`;
    return [{ variable, message }];
  });
  if (config.smtpUrl === null) return ofRole;
  // An e-mail needs a sender, and links to an address that no request can choose.
  const ofMail = (['mailFrom', 'publicUrl'] as const).flatMap((name) => {
    const { variable } = SETTINGS[name];
    return config[name] === null ? [{ variable, message: `${variable} must be set where SMTP_URL is` }] : [];
  });
  return [...ofRole, ...ofMail];
}

/**
 * The configuration from flags and environment, or every setting that can't be used: a mistake is reported at the
 * start, by the name of its variable, not met later. Values are never echoed, they may hold a password.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: ConfigFlags = {},
): ConfigResult {
  const problems: ConfigProblem[] = [];
  const one = <K extends keyof Settings>(name: K): Config[K] | undefined => {
    const setting: Settings[K] = SETTINGS[name];
    const given = flags[name] ?? environment[setting.variable] ?? setting.fallback;
    const read: Read<unknown> = setting.read(String(given).trim());
    if ('problem' in read) {
      const named = setting.flag === null ? setting.variable : `${setting.variable} (${setting.flag})`;
      problems.push({ variable: setting.variable, message: `${named} ${read.problem}` });
      return undefined;
    }
    return read.value as Config[K];
  };
  const read = Object.fromEntries(
    Object.keys(SETTINGS).map((name) => [name, one(name as keyof Settings)]),
  ) as Config;
  if (problems.length > 0) return { outcome: 'invalid', problems };
  const config = { ...read, secure: read.publicUrl?.startsWith('https:') ?? false };
  const absent = missing(config);
  return absent.length > 0 ? { outcome: 'invalid', problems: absent } : { outcome: 'valid', config };
}
