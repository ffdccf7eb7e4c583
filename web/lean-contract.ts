import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = dirname(fileURLToPath(import.meta.resolve('@saleyard/contract/operation.ts')));

/** What of an operation only the server and the reference read. */
const NOT_FOR_CALLS = new Set([
  ...['summary', 'more', 'query', 'parameters', 'body', 'answer', 'errors', 'bodyBytes', 'file', 'download'],
  ...['side', 'who', 'shed', 'status'],
]);

/** Of a module of the contract only what a call needs: its operations, without a schema. */
const CALLS = '?calls.ts';
const NEEDED_BY_CALLS = /^(\w+Operations|operations|READ|WRITE)$/;

type Node = { type: string; start: number; end: number; [name: string]: unknown };
type Program = { body: unknown[] };
type Change = { start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);
const sourceOf = (node: Node): string => String((node['source'] as { value?: unknown } | null)?.value ?? '');

const changed = (code: string, changes: readonly Change[]): string =>
  changes.reduceRight((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);

/** The properties of the tables handed to `operations`, which a call does without. */
function dropped(call: Node, code: string): Change[] {
  const [table] = call['arguments'] as Node[];
  return nodes(table?.['properties'])
    .flatMap(({ value }) => (isNode(value) ? nodes(value['properties']) : []))
    .filter(({ key }) => NOT_FOR_CALLS.has(String(nameOf(key))))
    .map(({ start, end }) => {
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
      return { start, end: end + comma, text: '' };
    });
}

const declaredBy = (statement: Node): Node => {
  const { declaration } = statement;
  return isNode(declaration) ? declaration : statement;
};

/** Values of a module, each as one expression without effect: making a schema has none. Functions are left alone. */
const changesIn = ({ body }: Program, code: string): Change[] =>
  nodes(body)
    .flatMap((statement) => nodes(declaredBy(statement)['declarations']))
    .map(({ init }) => init)
    .filter((init): init is Node => isNode(init) && !/Function/.test(init.type))
    .flatMap((init) => [
      { start: init.start, end: init.start, text: '/*@__PURE__*/ (() => (' },
      ...(nameOf(init['callee']) === 'operations' ? dropped(init, code) : []),
      { start: init.end, end: init.end, text: '))()' },
    ]);

const importsOf = ({ body }: Program): Node[] =>
  nodes(body).filter(({ type }) => type === 'ImportDeclaration');

/** Imports of operations name the modules that hold nothing else, so that a page gets no schema by calling. */
const importedAsCalls = (program: Program, code: string): Change[] =>
  importsOf(program).flatMap((node) => {
    const from = sourceOf(node);
    const named = nodes(node['specifiers']);
    const calls = named.filter(({ imported }) => NEEDED_BY_CALLS.test(String(nameOf(imported))));
    if (calls.length === 0) return [];
    const statement = (some: readonly Node[], source: string) =>
      `import { ${some.map(({ start, end }) => code.slice(start, end)).join(', ')} } from "${source}";`;
    const others = named.filter((one) => !calls.includes(one));
    const text = `${others.length === 0 ? '' : statement(others, from)} ${statement(calls, from + CALLS)}`;
    return [{ start: node.start, end: node.end, text }];
  });

/** The names that a part of a module reads. What follows a dot or precedes a colon is none. */
function namesRead(node: Node, found = new Set<unknown>()): Set<unknown> {
  if (node.type === 'Identifier') found.add(nameOf(node));
  const isName = node.type === 'MemberExpression' ? 'property' : 'key';
  for (const [part, value] of Object.entries(node)) {
    if (part === isName && node['computed'] !== true) continue;
    for (const one of nodes(Array.isArray(value) ? value : [value])) namesRead(one, found);
  }
  return found;
}

/** The statements of a module that its operations need. Each name that is imported counts as one. */
function onlyCalls({ body }: Program, code: string): string {
  const textOf = ({ start, end }: Node) => code.slice(start, end);
  const statements = nodes(body).flatMap((node) => {
    if (node.type === 'ImportDeclaration') {
      return nodes(node['specifiers']).map((one) => ({
        node: one,
        names: [nameOf(one['local'])],
        text: `import ${one.type === 'ImportSpecifier' ? `{ ${textOf(one)} }` : textOf(one)} from "${sourceOf(node)}";`,
      }));
    }
    const { id } = declaredBy(node);
    const names = nodes(declaredBy(node)['declarations']).map((one) => nameOf(one['id']));
    return [{ node, names: isNode(id) ? [...names, nameOf(id)] : names, text: textOf(node) }];
  });
  const kept = new Set(
    statements.filter(({ names }) => names.some((name) => NEEDED_BY_CALLS.test(String(name)))),
  );
  // A set that grows while it is gone through: what is added is gone through too.
  for (const { node } of kept) {
    const read = namesRead(node);
    for (const other of statements) if (other.names.some((name) => read.has(name))) kept.add(other);
  }
  return statements
    .filter((statement) => kept.has(statement))
    .map(({ text }) => text)
    .join('\n');
}

/**
 * Leaves out of the bundle what of the contract the browser does not need. A call needs an operation's method and
 * path, and its types are gone by then; the schemas it names are dropped with them unless a form uses them. Operations
 * are in modules of their own there, so that no page loads what judges forms because it calls the server.
 */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  enforce: 'post',
  async resolveId(source, importer) {
    if (!source.endsWith(CALLS)) return null;
    const found = await this.resolve(source.slice(0, -CALLS.length), importer, { skipSelf: true });
    return found && { ...found, id: found.id + CALLS };
  },
  load: (id) => (id.endsWith(CALLS) ? readFile(id.slice(0, -CALLS.length), 'utf8') : null),
  transform(code, id) {
    if (id.includes('node_modules')) return null;
    const parsed = () => this.parse(code);
    if (!id.startsWith(CONTRACT)) {
      return code.includes('/contract/')
        ? { code: changed(code, importedAsCalls(parsed(), code)), map: null }
        : null;
    }
    const lean = changed(code, changesIn(parsed(), code));
    if (!id.endsWith(CALLS)) return { code: lean, map: null };
    const needed = onlyCalls(this.parse(lean), lean);
    return { code: changed(needed, importedAsCalls(this.parse(needed), needed)), map: null };
  },
});
