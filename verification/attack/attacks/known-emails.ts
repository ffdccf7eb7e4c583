import { request } from 'node:http';
import { API } from '@saleyard/contract/operation.ts';
import { type Attack, Notes } from '../attack.ts';
import { loopbackAddresses } from '../slow-connections.ts';
import type { Target } from '../target.ts';

/** A response as an attacker sees it, and its duration in ms. */
type Seen = { status: number; body: string; headers: string; ms: number };

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: unknown; from: string };

/** Headers that differ between any two answers. */
const PASSING: ReadonlySet<string> = new Set(['date', 'etag', 'content-length', 'retry-after']);

/** Sends a request from one of the loopback addresses, so that no limit of an address is reached. */
function see(target: Target, { method, path, headers = {}, body, from }: Sent): Promise<Seen> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: target.port,
        localAddress: from,
        method,
        path,
        agent: false,
        headers: {
          'sec-fetch-site': 'same-origin',
          platform: 'web',
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            headers: Object.keys(response.headers)
              .filter((name) => !PASSING.has(name) && !name.startsWith('ratelimit'))
              .sort()
              .join(),
            ms: performance.now() - began,
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(text);
  });
}

const PASSWORD = 'paddock7';
const emailOf = (n: number, isKnown: boolean): string =>
  `${isKnown ? 'known' : 'other'}-${String(n).padStart(4, '0')}@probe.example`;
const person = (email: string, phone: number) => ({
  firstName: 'Ada',
  lastName: 'Probe',
  email,
  phone: `04${String(phone).padStart(8, '0')}`,
  secondaryPhone: '',
  password: PASSWORD,
  tradingName: 'Probe',
  profession: 'Producer',
  officeAddress: { state: 'NSW', postcode: '2380' },
});

/**
 * A request with an e-mail address. `differs`: the specification has different responses for known and unknown
 * addresses.
 */
type Question = {
  name: string;
  /** How often one e-mail may be named before a limit slows or refuses. */
  each: number;
  differs: boolean;
  ask(email: string, phone: number): Omit<Sent, 'from'>;
};

const basic = (email: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
});
const posted = (path: string, body: unknown): Omit<Sent, 'from'> => ({
  method: 'POST',
  path: `${API}/${path}`,
  body,
});

const QUESTIONS: readonly Question[] = [
  {
    name: 'sign-in',
    each: 4,
    differs: false,
    ask: (email) => ({ method: 'GET', path: `${API}/users/me`, headers: basic(email, 'stockyard8') }),
  },
  { name: 'sign-in link', each: 2, differs: false, ask: (email) => posted('users/magic', { email }) },
  { name: 'forgot', each: 2, differs: true, ask: (email) => posted('users/forgot', { email }) },
  {
    name: 'unique',
    each: 2,
    differs: true,
    ask: (email, phone) =>
      posted('check-unique-user', { user: { email, phone: person(email, phone).phone } }),
  },
  {
    name: 'register',
    each: 1,
    differs: true,
    ask: (email, phone) => posted('users', { user: person(email, phone) }),
  },
];

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

const said = ({ status, body }: Seen): string => `${status} ${body.slice(0, 160)}`;

const knownEmails: Attack = {
  name: 'known-emails',
  tries:
    'sign-in, the sign-in link, a forgotten password and registration with e-mails that have an account and with ones that have none, in turn',
  holds:
    'sign-in and the link give both the same status, body and headers; the others differ only where the specification words it. The ratio of the medians of their times is printed, not asserted',
  async run(begin, scale) {
    const target = await begin();
    const notes = new Notes();
    const count = scale === 'full' ? 60 : 5;
    const addresses = loopbackAddresses(250);
    let sent = 0;
    const from = (): string => {
      sent += 1;
      return addresses[sent % addresses.length] ?? '127.0.0.1';
    };
    for (let n = 0; n < count; n += 1) {
      const body = { user: person(emailOf(n, true), n) };
      const { status } = await see(target, { ...posted('users', body), from: from() });
      notes.check(status === 201, `account ${n} was not registered: ${status}`);
    }
    const figures: string[] = [];
    for (const { name, each, differs, ask } of QUESTIONS) {
      const times: Record<'known' | 'other', number[]> = { known: [], other: [] };
      for (let round = 0; round < each; round += 1) {
        for (let n = 0; n < count; n += 1) {
          // In turn, and each first as often as the other.
          const order = (n + round) % 2 === 0 ? (['known', 'other'] as const) : (['other', 'known'] as const);
          const seen = {} as Record<'known' | 'other', Seen>;
          for (const which of order) {
            const email = emailOf(n, which === 'known');
            seen[which] = await see(target, { ...ask(email, 10_000 + n), from: from() });
            times[which].push(seen[which].ms);
          }
          const { known, other } = seen;
          const isSame =
            known.status === other.status && known.body === other.body && known.headers === other.headers;
          const isLimited = known.status === 429 || other.status === 429;
          notes.check(!isLimited, `${name}: a limit was reached, so that nothing is compared`);
          notes.check(isSame !== differs, `${name}: ${said(known)} for known, ${said(other)} for unknown`);
        }
      }
      const [known, other] = [medianOf(times.known), medianOf(times.other)];
      figures.push(`${name} ${(known / other).toFixed(2)} (${known.toFixed(1)} / ${other.toFixed(1)} ms)`);
    }
    await target.close();
    return notes.findings(`medians, known to unknown: ${figures.join('; ')}`);
  },
};

export const KNOWN_EMAIL_ATTACKS: readonly Attack[] = [knownEmails];
