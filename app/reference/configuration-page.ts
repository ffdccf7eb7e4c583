import { SETTINGS } from '@saleyard/platform/config/config.ts';
import { NEEDED, ROLES } from '@saleyard/platform/config/roles.ts';
import { code, page, table } from './markdown.ts';

type Name = keyof typeof SETTINGS;

const MEANING: Readonly<Record<Name, string>> = {
  data: 'the folder of the log, the read models, the secrets and the files; one process holds it at a time',
  port: 'the port it listens on, 0 to 65535; 0 takes a free one',
  host: 'the address it listens on; `0.0.0.0` lets other machines in',
  publicUrl:
    'the public origin, like `https://saleyard.example`. Only pages of this origin (scheme, host and port) may change anything. Without it, the origin is `http` and the host of the request. With https, cookies are sent over https only',
  proxies: 'number of reverse proxies in front whose `X-Forwarded-For` is trusted, 0 to 10',
  demo: 'true or false: demo accounts, sales in progress and simulated bidders',
  shedsWhenLate:
    'true or false: whether work is shed when this process is late. Use false on a machine shared with other heavy work: work is then shed only when too many bids wait',
  diskReserve:
    'MiB of the data folder’s disk that are kept for the log, 0 to 1000000: with less free, uploads, documents, drafts, new lots and new sales are refused and bids go on. Default: 512 or 5% of the disk, whichever is less',
  accountDrafts:
    'drafts that one account may have, 1 to 1000000; one more is refused until some are deleted or submitted',
  accountMegabytes:
    'MiB that the files of one account may take, 1 to 100000000, in every size that is stored of a picture',
  accountParts:
    'parts of 4 MiB that one account may have of videos whose upload is not finished, 1 to 1000000; they are deleted after a day',
  logLevel:
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; `saleyard start` defaults to `warn`',
  role: 'the role of this process: `all`, or one of the roles below',
  node: 'the name of this process, unique among those that share its engines: letters, digits, hyphens and underscores. Default: the machine’s name and the process id',
  metricsPort:
    'the port of `/metrics`, never the public one; 0 takes a free one. Without it there are no metrics',
  eventStoreUrl:
    "EventStoreDB's connection string, like `esdb://user:password@a:2113?tls=true&tlsCaFile=/run/secrets/ca.crt`; without it the event log is in the data folder",
  mongoUrl:
    "MongoDB's connection string with the name of its database, like `mongodb://user:password@a:27017,b:27017/saleyard?replicaSet=rs0&tls=true`; without it read models, sessions and secrets are in the data folder",
  natsUrl:
    'the address of NATS, like `nats://10.0.0.4:4222`, `tls://user:password@a:4222,b:4222` or `tls://TOKEN@a:4222`, credentials percent-encoded; without it messages stay in this process',
  s3Url:
    'the S3-compatible bucket for files, like `https://KEY:SECRET@s3.example/bucket?region=ap-southeast-2`, each part percent-encoded; without it files are in the data folder, which every command-api must share',
  commandApiUrls:
    'origins of the command-apis, separated by commas, like `http://10.0.0.5:8080`; changes are forwarded there',
  projectionsUrls: 'origins of the projections; reads are forwarded there',
  gatewayUrls: 'origins of the gateways among which clients are distributed',
  forwardingKey:
    'the shared key of our own processes, at least 32 characters. A command-api and projections reject requests without it, and a gateway does not trust the client address of such a request',
  smtpUrl:
    'the SMTP server, like `smtps://user:password@mail.example:465`; without it e-mails are kept in the outbox, which staff read',
  mailFrom:
    'the sender of e-mails, like `Saleyard <no-reply@saleyard.example>`; required with `SMTP_URL`, as is `SALEYARD_PUBLIC_URL`',
  smsUrl:
    'the URL to which text messages are posted as JSON (`id`, `to`, `text`); without it they are kept in the outbox',
  smsKey:
    'the key that signs them, at least 32 characters: the header `x-saleyard-signature` is the HMAC-SHA256 of the body; without it they are not signed',
};

/** Shown under the table of roles. */
const ROLE_MEANING: Readonly<Record<(typeof ROLES)[number], string>> = {
  all: 'everything in one process; each engine is the embedded one unless its URL is set',
  'command-api': 'decides commands and runs auctions; signs people in',
  projections: 'builds the read models and answers reads',
  gateway: 'the public pages, the live connection, and forwarding to the two above',
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
    'Read once, at start-up. A flag overrides its variable. An invalid setting is reported by name and ends the process with exit code 2. Values are never printed.',
    table(['variable', 'flag', 'default', 'meaning'], rows),
    `A secret may also be in a file. Name the file in the variable with the suffix \`_FILE\`: ${secrets.map(({ variable }) => code(`${variable}_FILE`)).join(', ')}.`,
    'TLS trusts the authorities that Node trusts. Set `NODE_EXTRA_CA_CERTS` to the file of a private authority: connections to NATS and MongoDB then trust it too.',
    '## Roles',
    'A role without its required settings does not start, and names the missing variable. [Operate](../guides/operate.md) describes how roles work together.',
    table(['role', 'job', 'needs'], roles),
  );
}
