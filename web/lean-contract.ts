import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = dirname(fileURLToPath(import.meta.resolve('@saleyard/contract/operation.ts')));

/** What of an operation only the server and the reference read. */
const NOT_FOR_CALLS = new Set([
  ...['summary', 'more', 'query', 'parameters', 'body', 'answer', 'errors', 'bodyBytes', 'file', 'download'],
  ...['side', 'who', 'shed', 'status'],
]);

type Node = { type: string; start: number; end: number; [name: string]: unknown };
type Change = { start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);

/** The properties of the tables handed to `operations`, which a call does without. */
function dropped(call: Node, code: string): Change[] {
  const [table] = call['arguments'] as Node[];
  return ((table?.['properties'] ?? []) as Node[])
    .flatMap(({ value }) => (isNode(value) ? ((value['properties'] ?? []) as Node[]) : []))
    .filter(({ key }) => NOT_FOR_CALLS.has(String(nameOf(key))))
    .map(({ start, end }) => {
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
      return { start, end: end + comma, text: '' };
    });
}

/** Values of a module, each as one expression without effect: making a schema has none. Functions are left alone. */
function changesIn({ body }: { body: unknown[] }, code: string): Change[] {
  return (body as Node[])
    .map((statement) => (isNode(statement['declaration']) ? statement['declaration'] : statement))
    .flatMap(({ declarations }) => (declarations ?? []) as Node[])
    .map(({ init }) => init)
    .filter((init): init is Node => isNode(init) && !/Function/.test(init.type))
    .flatMap((init) => [
      { start: init.start, end: init.start, text: '/*@__PURE__*/ (() => (' },
      ...(nameOf(init['callee']) === 'operations' ? dropped(init, code) : []),
      { start: init.end, end: init.end, text: '))()' },
    ]);
}

/**
 * Leaves out of the bundle what of the contract the browser does not need. A call needs an operation's method and
 * path, and its types are gone by then; the schemas it names are dropped with them unless a form uses them.
 */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!id.startsWith(CONTRACT)) return null;
    const lean = changesIn(this.parse(code), code).reduceRight(
      (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
      code,
    );
    return { code: lean, map: null };
  },
});
