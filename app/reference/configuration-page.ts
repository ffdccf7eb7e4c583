import { SETTINGS } from '@saleyard/platform/config/config.ts';
import { code, page, table } from './markdown.ts';

type Name = keyof typeof SETTINGS;

const MEANING: Readonly<Record<Name, string>> = {
  data: 'the folder of the log, the read models and the secrets; one process holds it at a time',
  port: 'the port it listens on, 0 to 65535; 0 takes a free one',
  host: 'the address it listens on; `0.0.0.0` lets other machines in',
  publicUrl:
    'the origin people type, like `https://saleyard.example`; left out, the host a request was sent to counts. With https, cookies are sent over https only',
  proxies: 'reverse proxies in front whose `X-Forwarded-For` is believed, 0 to 10',
  demo: 'true or false: demo accounts, sales in progress and simulated bidders',
  logLevel:
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; `saleyard start` takes `warn` when nothing is said',
};

/** docs/reference/configuration.md. `startHelp`: what `saleyard start --help` prints, so that only its flags are told. */
export function configurationPage(startHelp: string): string {
  const rows = (Object.keys(SETTINGS) as Name[]).map((name) => {
    const { variable, flag, fallback } = SETTINGS[name];
    const offered = flag !== null && startHelp.includes(`${flag} `);
    return [code(variable), offered ? code(flag) : '', fallback === '' ? '' : code(fallback), MEANING[name]];
  });
  return page(
    'Configuration',
    "Read once, at the start. A flag wins over its variable. A setting that can't be used ends the process with 2 and is told by name; values are never printed.",
    table(['variable', 'flag', 'otherwise', ''], rows),
  );
}
