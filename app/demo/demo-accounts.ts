import type { Accounts, Registration } from '@saleyard/command-api/accounts/accounts.ts';
import { exemptFromSecondFactor } from '@saleyard/command-api/sign-in/complete-sign-in.ts';
import { SHIPPED_TERMS } from '@saleyard/domain/account/terms.ts';
import { randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { pick, seededRandom, seedOf, whole } from '../sample-data/random.ts';
import { TOWNS } from '../sample-data/towns.ts';

/** The password of every account people may use in a demo. */
export const DEMO_PASSWORD = 'saleyard1';
const DOMAIN = 'saleyard.test';
/** Simulated bidders, and the simulated agents who list what they bid for. */
const BIDDERS = 40;
const AGENTS = 3;
/** Bits of a simulated person's random password. */
const PASSWORD_BITS = 160;
const ACTOR = { kind: 'system', id: 'demo' } as const;
/** ms until a new account must be readable. */
const KNOWN_MS = 10_000;

const FIRST = [
  ...[
    'Alice',
    'Ben',
    'Chloe',
    'Dan',
    'Ella',
    'Finn',
    'Grace',
    'Harry',
    'Isla',
    'Jack',
    'Kate',
    'Liam',
    'Mia',
  ],
  ...[
    'Noah',
    'Olivia',
    'Pat',
    'Quinn',
    'Ruby',
    'Sam',
    'Tess',
    'Una',
    'Vic',
    'Will',
    'Xanthe',
    'Yvonne',
    'Zac',
  ],
];
const LAST = [
  ...[
    'Abbott',
    'Baker',
    'Carmody',
    'Dwyer',
    'Ellis',
    'Fraser',
    'Gordon',
    'Hayes',
    'Irwin',
    'Jarvis',
    'Keane',
  ],
  ...[
    'Lennon',
    'Marsh',
    'Nolan',
    'Oakes',
    'Parry',
    'Quirk',
    'Reid',
    'Shaw',
    'Tully',
    'Upton',
    'Vance',
    'Webb',
  ],
];

/** Someone who can sign in. */
export type Credentials = { account: string; email: string; password: string };

/**
 * The accounts that make the demo's sales. `sellers`: accounts that list lots; they never bid on them. `buyers`: those
 * that people may use to bid.
 */
export type DemoAccounts = { clerk: Credentials; sellers: readonly string[]; buyers: readonly string[] };

type Standing = Omit<Registration, 'person' | 'password'>;
const BUYER: Standing = {
  status: 'approved-buyer',
  type: 'buyer',
  role: null,
  stockTypes: [],
  approvedStockTypes: [],
};
const SELLER: Standing = {
  ...BUYER,
  status: 'approved-seller',
  type: 'seller',
  stockTypes: ['Cattle', 'Sheep', 'Goat'],
  approvedStockTypes: ['Cattle', 'Sheep', 'Goat'],
};
const GUEST: Standing = { ...BUYER, status: 'registered', type: 'guest' };
const BOTH: Standing = { ...SELLER, status: 'approved-buyer-seller' };

/** The accounts people may use: name, the rest of the registration, and a description. */
const NAMED: readonly (readonly [string, Standing, string, string])[] = [
  ['guest', GUEST, 'Gail', 'Guest'],
  ['buyer', BUYER, 'Bill', 'Buyer'],
  ['buyer2', BUYER, 'Beth', 'Buyer'],
  ['seller', SELLER, 'Sally', 'Seller'],
  ['both', BOTH, 'Bobby', 'Both'],
  ['staff', { ...BOTH, role: 'admin' }, 'Stan', 'Staff'],
  ['auditor', { ...GUEST, role: 'auditor' }, 'Audrey', 'Auditor'],
];

/** The permissions of each, as `saleyard start` prints them. */
const MAY: Readonly<Record<string, string>> = {
  guest: 'look around',
  buyer: 'bid',
  buyer2: 'bid, in a second browser against the first',
  seller: 'look around as a seller, who may not bid',
  both: 'buy and sell',
  staff: 'schedule and run sales, at /staff',
  auditor: 'read what staff read, and change nothing',
};

/** The accounts people may use, and what for. */
export const DEMO_ACCOUNTS: readonly { email: string; may: string }[] = NAMED.map(([name]) => ({
  email: `${name}@${DOMAIN}`,
  may: MAY[name] ?? '',
}));

type Parts = { accounts: Accounts; secrets: Secrets };

/**
 * Registers the demo's people who are not registered yet: the named accounts with the demo's password, the simulated
 * clerk and agents with passwords kept among the secrets.
 */
export async function seedAccounts(parts: Parts): Promise<DemoAccounts> {
  const named = new Map<string, string>();
  for (const [name, standing, firstName, lastName] of NAMED) {
    const { account } = await registered(parts, name, DEMO_PASSWORD, standing, [firstName, lastName]);
    named.set(name, account);
  }
  const clerk = await simulated(parts, 'clerk', { ...GUEST, role: 'admin' });
  const agents: string[] = [];
  for (let n = 1; n <= AGENTS; n += 1) agents.push((await simulated(parts, `agent${n}`, SELLER)).account);
  const accountsOf = (...names: string[]) => names.map((name) => named.get(name) ?? '');
  return {
    clerk,
    sellers: [...accountsOf('seller', 'both'), ...agents, ...agents],
    buyers: accountsOf('buyer', 'buyer2'),
  };
}

/** Registers the simulated bidders who are not registered yet, one after another. */
export async function* seedBidders(parts: Parts): AsyncGenerator<Credentials> {
  for (let n = 1; n <= BIDDERS; n += 1) yield await simulated(parts, `bidder${n}`, BUYER);
}

async function simulated(parts: Parts, name: string, standing: Standing): Promise<Credentials> {
  const password = await parts.secrets.putIfAbsent(`demo-password-${name}`, randomToken(PASSWORD_BITS));
  return registered(parts, name, password, standing);
}

async function registered(
  { accounts, secrets }: Parts,
  name: string,
  password: string,
  standing: Standing,
  called?: readonly [string, string],
): Promise<Credentials> {
  const email = `${name}@${DOMAIN}`;
  const random = seededRandom(seedOf('person', name));
  const [firstName, lastName] = called ?? [pick(random, FIRST), pick(random, LAST)];
  const phone = `04${whole(random, 10_000_000, 99_999_999)}`;
  const { town, state, postcode } = pick(random, TOWNS);
  const officeAddress = { town: town.toUpperCase(), state, postcode };
  const person = { firstName, lastName, email, phone, officeAddress };
  const reply = await accounts.register(
    { ...standing, password, person: { ...person, tradingName: `${lastName} Pastoral` } },
    ACTOR,
    undefined,
    { terms: SHIPPED_TERMS },
  );
  // Its password is printed, so a second factor would protect nothing.
  if ('account' in reply && standing.role === 'admin') await exemptFromSecondFactor(secrets, reply.account);
  if (reply.outcome === 'email-taken') {
    // A start that was cut short may have left it without its password.
    await accounts.passwords.setIfAbsent(reply.account, password);
    return { account: reply.account, email, password };
  }
  if (reply.outcome !== 'registered')
    throw new Error(`the demo's account ${name} could not be stored: ${reply.outcome}`);
  await accounts.directory.reached(reply.position, KNOWN_MS);
  return { account: reply.account, email, password };
}
