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
const isTheme = ({ name }: Source): boolean => /^web\/src\/config\/theme\.css$/.test(name);

const lines = (files: readonly Source[], pattern: RegExp): string[] =>
  files
    .filter((file) => !isTheme(file))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
    );

/** The names that CSS gives colours. */
const NAMED = (
  'aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown|burlywood|' +
  'cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|dark(blue|cyan|goldenrod|gr[ae]y|green|' +
  'khaki|magenta|olivegreen|orange|orchid|red|salmon|seagreen|slateblue|slategr[ae]y|turquoise|violet)|deeppink|' +
  'deepskyblue|dimgr[ae]y|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|' +
  'gr[ae]y|green|greenyellow|honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|' +
  'lemonchiffon|light(blue|coral|cyan|goldenrodyellow|gr[ae]y|green|pink|salmon|seagreen|skyblue|slategr[ae]y|' +
  'steelblue|yellow)|lime|limegreen|linen|magenta|maroon|medium(aquamarine|blue|orchid|purple|seagreen|slateblue|' +
  'springgreen|turquoise|violetred)|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|' +
  'olivedrab|orange|orangered|orchid|pale(goldenrod|green|turquoise|violetred)|papayawhip|peachpuff|peru|pink|plum|' +
  'powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|' +
  'silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|' +
  'white|whitesmoke|yellow|yellowgreen'
).replaceAll(/\s/g, '');

/** A colour as such in a value: hex, a name, or a function of numbers; mixing tokens is no such colour. */
const RAW_COLOUR = new RegExp(
  `#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\\w-])|\\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\(|(?<![\\w-])(${NAMED})(?![\\w-])`,
  'i',
);

/** The declarations of a style sheet whose value is such, as `file: property: value`. */
const declarations = (
  { name, text }: Source,
  isSuch: (value: string, property: string) => boolean,
): string[] =>
  [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].flatMap(
    ([, property = '', value = '']) =>
      isSuch(value, property) ? [`${name}: ${property}: ${value.trim()}`] : [],
  );

const rawColours = (sheet: Source): string[] => declarations(sheet, (value) => RAW_COLOUR.test(value));

test('style sheets take every colour from the theme', () => {
  assert.ok(sheets.length > 10);
  const text = `.white a:hover { border: 1px solid red; color: var(--sy-red); background:Linen /* red */ }
    .x { white-space: nowrap; color: #fff; box-shadow: 0 0 1px rgb(0 0 0 / 1%); fill: currentColor }`;
  assert.equal(rawColours({ name: 'x', text }), [
    'x: border: 1px solid red',
    'x: background: Linen',
    'x: color: #fff',
    'x: box-shadow: 0 0 1px rgb(0 0 0 / 1%)',
  ]);
  assert.equal(sheets.filter((file) => !isTheme(file)).flatMap(rawColours), []);
});

test('style sheets take every size and weight of type from the theme', () => {
  // What a font is, not how text is set in it; the lines stay where they are.
  const texts = sheets.map(({ name, text }) => ({
    name,
    text: text.replace(/@font-face\s*{[^}]*}/g, (face) => face.replace(/[^\n]/g, '')),
  }));
  assert.equal(lines(texts, /\bfont-(size|weight)\s*:(?!\s*(var\(|inherit\b))/), []);
  assert.equal(lines(sheets, /\bfont\s*:(?!\s*inherit\b)/), []);
});

test('the theme has every size, weight and family of type that is named', () => {
  const theme = sheets.find(isTheme)?.text ?? '';
  const known = new Set([...theme.matchAll(/(--sy-font-[\w-]+):/g)].map(([, token]) => token));
  const named = web.flatMap(({ name, text }) =>
    [...text.matchAll(/--sy-font-[\w-]+/g)].map(([token]) => ({ name, token })),
  );
  assert.ok(named.length > 50);
  const unknown = named
    .filter(({ token }) => !known.has(token))
    .map(({ name, token }) => `${name}: ${token}`);
  assert.equal(unknown, []);
});

const COLOURED = /^(c|bg|fill|stroke|background|border\w*|outline|\w*[cC]olor|\w*[sS]hadow)$/;
const TYPED = /^(fontSize|fontWeight|fz|fw)$/;

/** The texts and numbers that an expression may be: those that it compares or passes on are others. */
function literalsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [...literalsOf(expression), literal.text]),
    ];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf);
  if (ts.isJsxExpression(node)) return node.expression ? literalsOf(node.expression) : [];
  if (ts.isBinaryExpression(node) && /^(\|\||&&|\?\?)$/.test(node.operatorToken.getText()))
    return [node.left, node.right].flatMap(literalsOf);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literalsOf(node.expression);
  return [];
}

/** Properties and attributes of a module that hold a colour, or a size or weight of type, of their own. */
function rawLooks({ name, text }: Source): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && node.initializer) {
      const property = node.name.getText(file).replaceAll(/['"]/g, '');
      const literals = literalsOf(node.initializer);
      const isRaw =
        (COLOURED.test(property) && literals.some((value) => RAW_COLOUR.test(value))) ||
        (TYPED.test(property) && literals.some((value) => !/^(var\(--sy-font-|inherit$)/.test(value)));
      if (isRaw)
        found.push(
          `${name}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${node.getText(file)}`,
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('components take colours, sizes and weights of type from the theme', () => {
  const text = `const style = { border: '1px solid red', color: on ? 'var(--sy-ink)' : 'Teal', fontSize: 13, red: 'red' };
    <text fontSize={13} fontWeight="bold" fill="red" stroke={kind === 'red' ? 'var(--sy-ink)' : 'none'} />;
    <Group fz="0.9rem" bg={on && 'white'} fontSize="var(--sy-font-size-sm)" color="ochre" />;`;
  assert.equal(
    rawLooks({ name: 'x.tsx', text }).map((line) => line.replace(/^x.tsx:/, '')),
    [
      "1: border: '1px solid red'",
      "1: color: on ? 'var(--sy-ink)' : 'Teal'",
      '1: fontSize: 13',
      '2: fontSize={13}',
      '2: fontWeight="bold"',
      '2: fill="red"',
      '3: fz="0.9rem"',
      "3: bg={on && 'white'}",
    ],
  );
  assert.equal(modules.filter((file) => !isTheme(file)).flatMap(rawLooks), []);
  assert.equal(lines(modules, /['"`]#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})['"`]/i), []);
  assert.equal(lines(modules, /\b(rgba?|hsla?|oklch)\(/), []);
});

test('build scripts hold no colour but the ground of icons, which theme.test.ts compares with the theme', () => {
  const scripts = sources(/^web\/[\w-]+\.ts$/).filter(({ name }) => !isTest(name));
  assert.ok(scripts.length > 5);
  const found = lines(scripts, /['"`]#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})['"`]/i);
  assert.equal(
    found.map((line) => line.replace(/:\d+: .*/, '')),
    ['web/icons.ts'],
  );
});

/** Tables that are no list of rows, and why. */
const TABLES: Readonly<Record<string, string>> = {
  'web/src/ui/table/data-table.tsx': 'the data table itself',
  'web/src/ui/form/rows-field.tsx': 'a form: its cells are fields',
  'web/src/ui/form/day-input.tsx': 'a month of days',
  'web/src/features/selling/heads-grid.tsx': 'a form: its cells are fields, and arrow keys move between them',
  'web/src/features/sales/comparison/comparison-screen.tsx': 'each lot is a column, under its picture',
};

test('tables are the data table', () => {
  const written = modules.filter(({ text }) => /<table\b/.test(text)).map(({ name }) => name);
  assert.equal(written.sort(), Object.keys(TABLES).sort());
});

test('lists are read page by page by lib/paged-query.ts, and whole by lib/all-pages.ts', () => {
  const loops = lines(modules, /getNextPageParam|\bfor \(let page\b/);
  assert.equal(
    [...new Set(loops.map((line) => line.replace(/:.*/, '')))],
    ['web/src/lib/all-pages.ts', 'web/src/lib/paged-query.ts'],
  );
});

/** Screens that write fields by themselves, and why. */
const FIELDS: Readonly<Record<string, string>> = {
  'account/sign-in/sign-in-screen.tsx': 'one checkbox, in the row below the password',
  'live-room/list/list-bar.tsx': 'search and sex in a bar, named by their icon and place',
  'live-room/lot/auto-bid.tsx': 'an amount beside its button, named by its unit',
  'sales/catalogue/finance.tsx': 'the inputs of the kit are not in the first load of a buyer',
  'selling/crop-dialog.tsx': 'a slider',
  'selling/form-files-buttons.tsx': 'a chooser of files, opened by a button',
  'selling/heads-grid.tsx': 'cells of a table',
  'selling/media-picker.tsx': 'a chooser of files, opened by a button',
  'selling/sheet/lots-sheet-screen.tsx': 'a chooser of files, opened by a button',
  'staff/schedule/lot-cell.tsx': 'cells of a table',
  'staff/schedule/lots-order.tsx': 'cells of a table',
};

test('screens take their fields from ui/', () => {
  const written = modules
    .filter(
      ({ name, text }) => name.startsWith('web/src/features/') && /<(input|select|textarea)\b/.test(text),
    )
    .map(({ name }) => name.replace('web/src/features/', ''));
  assert.equal(written.sort(), Object.keys(FIELDS).sort());
});

test('code that is loaded later is tried again: only lib/lazy-part.ts calls lazy of React', () => {
  const calls = lines(modules, /\blazy\(|\blazy\b.*from 'react'/);
  assert.equal([...new Set(calls.map((line) => line.replace(/:.*/, '')))], ['web/src/lib/lazy-part.ts']);
});

test('days and times are typed as DD/MM/YYYY in every browser', () => {
  assert.equal(lines(modules, /type=\{?['"](date|datetime-local|month|week)['"]/), []);
});

test('icons, their sizes and strokes come from one set', () => {
  const others = modules.filter(({ name }) => name !== 'web/src/config/icons.ts');
  assert.equal(lines(others, /@tabler\/icons-react/), []);
  assert.equal(lines(others, /<(Icon\w*|Shape)\b[^>]*\b(size|stroke)=\{\s*[\d.]/), []);
});

/** What React calls while it renders, though it is a function of its own. */
const CALLED_IN_RENDER = new Set(['useMemo', 'useState', 'useReducer']);

/** What makes a component of the function that it is given. */
const MAKES_COMPONENT = new Set(['memo', 'forwardRef']);

/** Whether code that stands directly in this function runs while React renders: a component, a hook, an initialiser. */
function runsInRender(fn: ts.Node): boolean {
  const { parent } = fn;
  if (ts.isCallExpression(parent)) {
    const { expression } = parent;
    const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    if (!ts.isIdentifier(called)) return false;
    if (MAKES_COMPONENT.has(called.text)) return true;
    if (!CALLED_IN_RENDER.has(called.text)) return false;
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
      (ts.isBinaryExpression(node) &&
        node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
        node.operatorToken.kind <= ts.SyntaxKind.LastAssignment &&
        isRef(node.left)) ||
      ((ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) &&
        (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) &&
        isRef(node.operand));
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
    useEffect(() => { ref.current = value; }); return () => { ref.current = 2; }; }
    const X = memo(function X() { const ref = useRef(0); ref.current++;
      return <b onClick={() => ref.current++} />; });
    const Y = React.forwardRef(() => { const ref = useRef(0); --ref.current; return -ref.current; });`;
  assert.equal(refWrites({ name: 'x.tsx', text: example }), ['x.tsx:1', 'x.tsx:2', 'x.tsx:4', 'x.tsx:6']);
  assert.equal(modules.flatMap(refWrites), []);
});

test.run();
