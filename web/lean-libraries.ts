import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number; [name: string]: unknown };
type Change = { start: number; end: number; text: string };

const MANTINE = /@mantine\/core\/esm\/.*\.mjs$/;
const ROUTER = /react-router\/dist\/production\/.*\.mjs$/;

/** Calls that only make a component, a context or a function. */
const MAKES =
  /^(?:React\d*\.)?(?:createContext|forwardRef|memo|lazy)$|^(?:factory|genericFactory|polymorphicFactory|createVarsResolver|createSafeContext|createOptionalContext)$/;

/** What the router keeps for its framework mode, for React's server components, for instruments and for its forms. */
const NEVER_RUN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['PrefetchPageLinks', 'RSCErrorHandler', 'deserializeErrors'],
      ...['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
      ...['handleAction', 'handleFetcherAction', 'handleFetcherLoader', 'discoverRoutes'],
    ].map((name) => [name, '{ return null; }']),
  ),
  // Of (isFetcher, path, options): what goes to an address carries no form.
  normalizeNavigateOptions: '{ return { path }; }',
};

/** What would run it. */
const RUNS_IT =
  /\b(?:Form|useFetchers?|useSubmit|useActionData|createHashRouter|patchRoutesOnNavigation|instrumentations)\b[^;]*'react-router'/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const changed = (code: string, changes: readonly Change[]): string =>
  changes.reduceRight((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);

/** What is said of a component from outside and that nothing reads in the bundle. */
const SAID_OF =
  /^\w+\.(?:displayName|classes|varsResolver)$|^(?:Button|Checkbox|Radio|Switch)\.[A-Z]\w*$|^Input\.ClearButton$/;

function isSaidOf(statement: Node, code: string): boolean {
  if (statement.type !== 'ExpressionStatement' || !isNode(statement['expression'])) return false;
  const { type, operator, left } = statement['expression'];
  return (
    type === 'AssignmentExpression' &&
    operator === '=' &&
    isNode(left) &&
    SAID_OF.test(code.slice(left.start, left.end))
  );
}

/** Where a value of a module is made by a call without effect. */
function madeAt(statement: Node, code: string): number[] {
  const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
  return nodes(declaration['declarations'])
    .map(({ init }) => init)
    .filter((init): init is Node => isNode(init) && init.type === 'CallExpression')
    .filter(({ callee }) => isNode(callee) && MAKES.test(code.slice(callee.start, callee.end)))
    .map(({ start }) => start);
}

/** Functions of a module and of the functions in it, with the body that they get instead of theirs. */
function withoutBody(statement: Node, bodies: Readonly<Record<string, string>>): Change[] {
  const { id, body } = statement;
  if (statement.type !== 'FunctionDeclaration' || !isNode(id) || !isNode(body)) return [];
  const text = bodies[String(id['name'])];
  return text === undefined
    ? nodes(body['body']).flatMap((inner) => withoutBody(inner, bodies))
    : [{ start: body.start, end: body.end, text }];
}

const leaner = (
  { body }: { body: unknown },
  code: string,
  bodies: Readonly<Record<string, string>>,
): Change[] =>
  nodes(body).flatMap((statement): Change[] => {
    const { start, end } = statement;
    if (isSaidOf(statement, code)) return [{ start, end, text: '' }];
    const made = madeAt(statement, code).map((at) => ({ start: at, end: at, text: '/*@__PURE__*/ ' }));
    return [...made, ...withoutBody(statement, bodies)];
  });

/** Parts of a component, which are not in the bundle. */
const PART = /<(?:Button|Checkbox|Radio|Switch)\.[A-Z]\w*/;

/**
 * Libraries in the bundle as far as they are used. Mantine hangs the parts of a component on it (`Radio.Group`), and
 * both Mantine and the router name their components afterwards, so that a component that nobody uses stays. Parts are
 * imported by their own name (`RadioGroup`).
 */
export const leanLibraries = (): Plugin => ({
  name: 'lean-libraries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('node_modules')) {
      const [needed] = PART.exec(code) ?? RUNS_IT.exec(code) ?? [];
      if (needed !== undefined) this.error(`"${needed}" is not in the bundle: see lean-libraries.ts`);
      return null;
    }
    if (MANTINE.test(id)) return { code: changed(code, leaner(this.parse(code), code, {})), map: null };
    if (!ROUTER.test(id) || !code.includes('function createRouter(')) return null;
    for (const name of Object.keys(NEVER_RUN))
      if (!code.includes(`function ${name}(`)) this.error(`The router has no ${name}: see lean-libraries.ts`);
    return { code: changed(code, leaner(this.parse(code), code, NEVER_RUN)), map: null };
  },
});
