/** A parsed NATS URL. */
export type NatsUrl = {
  /** `host` or `host:port` of each server. */
  servers: readonly string[];
  isTls: boolean;
  credentials: { token: string } | { user: string; pass: string } | null;
};

/** An answer of `credentialsOf` that can't be decoded. */
const UNREADABLE = 'unreadable';

/** `user:password`, or a token alone, each part percent-encoded. */
function credentialsOf({ username, password }: URL): NatsUrl['credentials'] | typeof UNREADABLE {
  try {
    const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
    if (user === '') return pass === '' ? null : UNREADABLE;
    return pass === '' ? { token: user } : { user, pass };
  } catch {
    return UNREADABLE;
  }
}

/**
 * Reads `nats://[user:password@]host:port` or `tls://…`; a token comes alone before the `@`. Further servers follow
 * after commas, each with or without the scheme and the credentials. They are the same for all servers, so each that
 * is given again must be equal. A comma inside of a part is written `%2C`. null: it is none.
 */
export function readNatsUrl(text: string): NatsUrl | null {
  const scheme = /^(nats|tls):\/\//.exec(text)?.[0];
  if (scheme === undefined || /\s/.test(text)) return null;
  const servers: string[] = [];
  const given = new Map<string, NatsUrl['credentials']>();
  for (const part of text.split(',')) {
    const one: string = part.includes('://') ? part : `${scheme}${part}`;
    if (!one.startsWith(scheme) || !URL.canParse(one)) return null;
    const url: URL = new URL(one);
    const credentials = credentialsOf(url);
    const isServer = /^(\[[\da-fA-F:.]+\]|[\w.-]+)$/.test(url.hostname) && /^\/?$/.test(url.pathname);
    if (!isServer || `${url.search}${url.hash}` !== '' || credentials === UNREADABLE) return null;
    if (credentials !== null) given.set(JSON.stringify(credentials), credentials);
    servers.push(url.port === '' ? url.hostname : url.host);
  }
  if (given.size > 1) return null;
  return { servers, isTls: scheme === 'tls://', credentials: [...given.values()][0] ?? null };
}
