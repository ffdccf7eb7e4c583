import ts from 'typescript';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { isTest, type Source, sources } from './sources.ts';

const test = suite('the web', { limitMs: 60_000 });

const web = sources(/^web\/src\/.*\.(tsx?|css)$/).filter(
  ({ name }) => !isTest(name) && !name.includes('/test-support/'),
);
const sheets = web.filter(({ name }) => name.endsWith('.css'));
const modules = web.filter(({ name }) => !name.endsWith('.css'));

/** Where colours and type are defined; everything else takes them from there. */
const isTheme = ({ name }: Source): boolean => /^web\/src\/app\/theme\.(ts|css)$/.test(name);

const lines = (files: readonly Source[], pattern: RegExp): string[] =>
  files
    .filter((file) => !isTheme(file))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
    );

/** A colour as such: hex, or a function of numbers; mixing tokens is no such colour. */
const RAW_COLOUR =
  /#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|:\s*(white|black|red|green|blue|gr[ae]y)\b/i;

test('style sheets take every colour from the theme', () => {
  assert.ok(sheets.length > 10);
  assert.equal(lines(sheets, RAW_COLOUR), []);
});

test('style sheets take every size and weight of type from the theme', () => {
  assert.equal(lines(sheets, /\bfont-(size|weight)\s*:(?!\s*(var\(|inherit\b))/), []);
  assert.equal(lines(sheets, /\bfont\s*:(?!\s*inherit\b)/), []);
});

test('components take colours, sizes and weights of type from the theme', () => {
  assert.equal(lines(modules, /['"`]#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})['"`]/i), []);
  assert.equal(lines(modules, /\b(rgba?|hsla?|oklch)\(/), []);
  assert.equal(lines(modules, /\bfont(Size|Weight)\s*:\s*['"`\d]|\b(fw|fz)=(\{\s*\d|"\d)/), []);
});

test('icons, their sizes and strokes come from one set', () => {
  const others = modules.filter(({ name }) => name !== 'web/src/app/icons.ts');
  assert.equal(lines(others, /@tabler\/icons-react/), []);
  assert.equal(lines(others, /<(Icon\w*|Shape)\b[^>]*\b(size|stroke)=\{\s*[\d.]/), []);
});

/** What React calls while it renders, though it is a function of its own. */
const CALLED_IN_RENDER = new Set(['useMemo', 'useState', 'useReducer']);

/** Whether code that stands directly in this function runs while React renders: a component, a hook, an initialiser. */
function runsInRender(fn: ts.Node): boolean {
  const { parent } = fn;
  if (ts.isCallExpression(parent) && ts.isIdentifier(parent.expression)) {
    if (!CALLED_IN_RENDER.has(parent.expression.text)) return false;
    const outer = ts.findAncestor(parent, ts.isFunctionLike);
    return outer !== undefined && runsInRender(outer);
  }
  const name = ts.isFunctionDeclaration(fn)
    ? fn.name?.text
    : ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)
      ? parent.name.text
      : undefined;
  return name !== undefined && /^(use)?[A-Z]/.test(name);
}

/** Assignments to `current` of a ref of `useRef` while React renders, as `file:line`. */
function refWrites({ name, text }: Source): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const refs = new Set<string>();
  const found: string[] = [];
  const isRef = (node: ts.Node): boolean =>
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'current' &&
    ts.isIdentifier(node.expression) &&
    refs.has(node.expression.text);
  const visit = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer !== undefined &&
      ts.isCallExpression(node.initializer) &&
      node.initializer.expression.getText(file) === 'useRef'
    )
      refs.add(node.name.text);
    const assigns =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment &&
      isRef(node.left);
    if (assigns) {
      const fn = ts.findAncestor(node, ts.isFunctionLike);
      if (fn !== undefined && runsInRender(fn))
        found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('no ref is written while React renders', () => {
  const example = `function useX(value) { const ref = useRef(value); ref.current = value;
    const made = useMemo(() => { ref.current = 1; }, []);
    useEffect(() => { ref.current = value; }); return () => { ref.current = 2; }; }`;
  assert.equal(refWrites({ name: 'x.tsx', text: example }), ['x.tsx:1', 'x.tsx:2']);
  assert.equal(modules.flatMap(refWrites), []);
});

test.run();
