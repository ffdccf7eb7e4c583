import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Operation } from '@saleyard/contract/operation.ts';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(import.meta.resolve('@saleyard/contract/operations/lots.ts')).replace(
  /[^/\\]+$/,
  '',
);

type Table = Readonly<Record<string, Operation>>;

/** What a call needs of an operation. The rest is for the server and the reference. */
const callOf = ({ method, path, file }: Operation) => ({ method, path, file });

const callsOf = (table: Table) =>
  Object.fromEntries(Object.entries(table).map(([name, operation]) => [name, callOf(operation)]));

/**
 * Writes the tables of operations into the bundle as what a browser needs to call them: a page that calls the server
 * loads no schemas by it. The tables are read by running their modules, not by changing their text.
 */
export const operationCalls = (): Plugin => ({
  name: 'operation-calls',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (!id.startsWith(FOLDER)) return null;
    const tables = (await import(pathToFileURL(id).href)) as Readonly<Record<string, Table>>;
    return Object.entries(tables)
      .map(([name, table]) => `export const ${name} = ${JSON.stringify(callsOf(table))};`)
      .join('\n');
  },
});
