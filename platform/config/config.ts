const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything an operator may choose, read once at the start. */
export type Config = {
  /** Folder of the log, the documents, the secrets and the files. */
  data: string;
  /** TCP port; 0 lets the system choose. */
  port: number;
  /** Address listened on. */
  host: string;
  /** The origin people type ("https://saleyard.example"), or null: then the request's own host counts. */
  publicUrl: string | null;
  /** `publicUrl` is https: cookies are sent over https only. */
  secure: boolean;
  /** Reverse proxies in front whose X-Forwarded-For is believed. */
  proxies: number;
  /** Demo accounts, sales and simulated bidders. */
  demo: boolean;
  logLevel: LogLevel;
};

/** What flags may say; each wins over its variable. Values as typed. */
export type ConfigFlags = { readonly [K in keyof Config]?: string | boolean | number | undefined };

/** A setting that can't be used. `message` names the variable and the flag. */
export type ConfigProblem = { variable: string; message: string };

export type ConfigResult =
  | { outcome: 'valid'; config: Config }
  | { outcome: 'invalid'; problems: readonly ConfigProblem[] };

type Read<T> = { value: T } | { problem: string };
type Setting<T> = {
  variable: string;
  /** null: set by its variable only. */
  flag: string | null;
  fallback: string;
  read: (text: string) => Read<T>;
};

const text = (value: string): Read<string> =>
  value.trim() === '' ? { problem: 'must not be empty' } : { value: value.trim() };

const integer =
  (least: number, most: number) =>
  (value: string): Read<number> =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? { value: Number(value) }
      : { problem: `must be a whole number from ${least} to ${most}` };

const oneOf =
  <T extends string>(allowed: readonly T[]) =>
  (value: string): Read<T> => {
    const found = allowed.find((one) => one === value);
    return found === undefined ? { problem: `must be one of ${allowed.join(', ')}` } : { value: found };
  };

const yesOrNo = (value: string): Read<boolean> => {
  if (['1', 'true', 'yes', 'on'].includes(value)) return { value: true };
  if (['0', 'false', 'no', 'off', ''].includes(value)) return { value: false };
  return { problem: 'must be true or false' };
};

/** An origin: a URL of http or https with nothing after the host. */
const origin = (value: string): Read<string | null> => {
  if (value === '') return { value: null };
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    return { problem: 'must be a URL that begins with http:// or https://' };
  }
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    return { problem: 'must be an origin alone, like https://saleyard.example' };
  }
  return { value: parsed.origin };
};

type Settings = { readonly [K in Exclude<keyof Config, 'secure'>]: Setting<Config[K]> };

/** Every setting: its variable, its flag and what it is when neither is given. The reference is made from this. */
export const SETTINGS: Settings = {
  data: { variable: 'SALEYARD_DATA', flag: '--data', fallback: 'data', read: text },
  port: { variable: 'SALEYARD_PORT', flag: '--port', fallback: '8080', read: integer(0, 65_535) },
  host: { variable: 'SALEYARD_HOST', flag: '--host', fallback: '127.0.0.1', read: text },
  publicUrl: { variable: 'SALEYARD_PUBLIC_URL', flag: '--public-url', fallback: '', read: origin },
  proxies: { variable: 'SALEYARD_PROXIES', flag: null, fallback: '0', read: integer(0, 10) },
  demo: { variable: 'SALEYARD_DEMO', flag: '--demo', fallback: 'false', read: yesOrNo },
  logLevel: {
    variable: 'SALEYARD_LOG_LEVEL',
    flag: '--log-level',
    fallback: 'info',
    read: oneOf(LOG_LEVELS),
  },
};

/**
 * The configuration from flags and environment, or every setting that can't be used: a mistake is told at the
 * start, by the name of its variable, not met later. Values are never echoed, they may hold a password.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: ConfigFlags = {},
): ConfigResult {
  const problems: ConfigProblem[] = [];
  const one = <K extends keyof Settings>(key: K): Config[K] | undefined => {
    const setting: Settings[K] = SETTINGS[key];
    const given = flags[key] ?? environment[setting.variable] ?? setting.fallback;
    const read: Read<unknown> = setting.read(String(given).trim());
    if ('problem' in read) {
      const name = setting.flag === null ? setting.variable : `${setting.variable} (${setting.flag})`;
      problems.push({ variable: setting.variable, message: `${name} ${read.problem}` });
      return undefined;
    }
    return read.value as Config[K];
  };
  const publicUrl = one('publicUrl');
  const config = {
    ...Object.fromEntries(
      Object.keys(SETTINGS).map((key) => [key, key === 'publicUrl' ? publicUrl : one(key as keyof Settings)]),
    ),
    secure: publicUrl?.startsWith('https:') ?? false,
  } as Config;
  if (problems.length > 0) return { outcome: 'invalid', problems };
  return { outcome: 'valid', config };
}
