import { SETTINGS } from '@saleyard/platform/config/config.ts';
import { NEEDED, ROLES } from '@saleyard/platform/config/roles.ts';
import { code, page, table } from './markdown.ts';

type Name = keyof typeof SETTINGS;

const MEANING: Readonly<Record<Name, string>> = {
  data: 'the folder of the log, the read models, the secrets and the files; one process holds it at a time',
  port: 'the port it listens on, 0 to 65535; 0 takes a free one',
  host: 'the address it listens on; `0.0.0.0` lets other machines in',
  publicUrl:
    'the origin people type, like `https://saleyard.example`; pages of no other origin (scheme, host and port) may change anything; left out, the host a request was sent to counts, by http. With https, cookies are sent over https only',
  proxies: 'reverse proxies in front whose `X-Forwarded-For` is believed, 0 to 10',
  demo: 'true or false: demo accounts, sales in progress and simulated bidders',
  shedsWhenLate:
    'true or false: whether work is shed when this process answers late. False is for a machine shared with other heavy work: work is then shed only when too many bids wait',
  logLevel:
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; `saleyard start` takes `warn` when nothing is said',
  role: 'what this process does: `all`, or one of the roles below',
  node: "this process's name among those that share its engines, no two the same: letters, digits, hyphens and underscores; left out, the machine's name and the process's number",
  metricsPort:
    'the port of `/metrics`, which is never served on the public one; 0 takes a free one; left out, there are no metrics',
  eventStoreUrl:
    "EventStoreDB's connection string, like `esdb://user:password@a:2113?tls=true&tlsCaFile=/run/secrets/ca.crt`; left out, the event log is the folder's own",
  mongoUrl:
    "MongoDB's connection string with the name of its database, like `mongodb://user:password@a:27017,b:27017/saleyard?replicaSet=rs0&tls=true`; left out, read models, sessions and secrets are the folder's own",
  natsUrl:
    'where NATS is, like `nats://10.0.0.4:4222`, `tls://user:password@a:4222,b:4222` or `tls://TOKEN@a:4222`, credentials percent-encoded; left out, messages stay in this process',
  s3Url:
    'where an S3-compatible server keeps files, like `https://KEY:SECRET@s3.example/bucket?region=ap-southeast-2`, each part percent-encoded; left out, they are in the folder, and every command-api must have the same folder',
  commandApiUrls:
    'origins of the command-apis, with commas between, like `http://10.0.0.5:8080`: what changes something is forwarded there',
  projectionsUrls: 'origins of the projections: what is read is forwarded there',
  gatewayUrls: 'origins of the gateways that clients are spread over',
  forwardingKey:
    'what our own processes know each other by, at least 32 characters, the same for all: a request without it is not taken by a command-api or projections, and where it says it comes from is not believed',
  smtpUrl:
    'where e-mails leave, like `smtps://user:password@mail.example:465`; left out, they are kept in the outbox, which staff read',
  mailFrom:
    'who e-mails are from, like `Saleyard <no-reply@saleyard.example>`; needed with `SMTP_URL`, and so is `SALEYARD_PUBLIC_URL`',
  smsUrl:
    'where text messages are posted as JSON (`id`, `to`, `text`); left out, they are kept in the outbox',
  smsKey:
    'what signs them, at least 32 characters: the header `x-saleyard-signature` is the HMAC-SHA256 of the body; left out, they are not signed',
};

/** Shown under the table of roles. */
const ROLE_MEANING: Readonly<Record<(typeof ROLES)[number], string>> = {
  all: 'everything in one process; each engine is the embedded one unless its URL is set',
  'command-api': 'decides commands and runs auctions; signs people in',
  projections: 'makes the read models and answers what is read',
  gateway: 'the public pages, the live connection, and what is forwarded to the two above',
  'edge-proxy':
    'one port for several gateways, for `start:distributed` and tests; the public proxy is otherwise nginx, as in `deploy/`',
  demo: 'the sample sales and simulated people of a demo; one process of them',
};

/** docs/reference/configuration.md. `startHelp`: what `saleyard start --help` prints, so that only its flags are listed. */
export function configurationPage(startHelp: string): string {
  const rows = (Object.keys(SETTINGS) as Name[]).map((name) => {
    const { variable, flag, fallback } = SETTINGS[name];
    const offered = flag !== null && startHelp.includes(`${flag} `);
    return [code(variable), offered ? code(flag) : '', fallback === '' ? '' : code(fallback), MEANING[name]];
  });
  const secrets = Object.values(SETTINGS).filter(({ secret }) => secret);
  const roles = ROLES.map((role) => {
    const needed: readonly Name[] = NEEDED[role];
    return [code(role), ROLE_MEANING[role], needed.map((name) => code(SETTINGS[name].variable)).join(', ')];
  });
  return page(
    'Configuration',
    "Read once, at the start. A flag wins over its variable. A setting that can't be used ends the process with 2 and is reported by name; values are never printed.",
    table(['variable', 'flag', 'otherwise', ''], rows),
    `A secret may also stand in a file, which a variable with \`_FILE\` at its end names: ${secrets.map(({ variable }) => code(`${variable}_FILE`)).join(', ')}.`,
    'TLS trusts the authorities that Node trusts. Set `NODE_EXTRA_CA_CERTS` to the file of a private authority: connections to NATS and MongoDB then trust it too.',
    '## Roles',
    'A role that misses what it needs does not start, and says which variable is not set. [How to operate it](../guides/operate.md) describes how they work together.',
    table(['role', 'what it does', 'needs'], roles),
  );
}
