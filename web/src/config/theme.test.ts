import { readFile } from 'node:fs/promises';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { MEANINGS, theme } from './theme.ts';

const test = suite('theme');

/** WCAG 2.2 relative luminance of a hex colour. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

type Name = keyof (typeof MEANINGS)['light'];

const GROUNDS: readonly Name[] = ['--sy-page', '--sy-surface', '--sy-surface-raised'];
const TEXTS: readonly Name[] = [
  '--sy-ink',
  '--sy-ink-dim',
  '--sy-link',
  '--sy-live',
  '--sy-open',
  '--sy-frozen',
  '--sy-paused',
  '--sy-closed',
  '--sy-win',
  '--sy-lose',
];
const PAIRS: readonly (readonly [Name, Name])[] = [
  ['--sy-on-brand', '--sy-brand'],
  ['--sy-on-brand-dim', '--sy-brand'],
  ['--sy-on-brand-live', '--sy-brand'],
  ['--sy-on-brand-open', '--sy-brand'],
  ['--sy-on-brand-frozen', '--sy-brand'],
  ['--sy-on-brand-closed', '--sy-brand'],
  ['--sy-on-alarm', '--sy-alarm'],
  ['--sy-on-accent', '--sy-accent'],
  ['--sy-on-accent', '--sy-accent-hover'],
  ['--sy-live', '--sy-live-soft'],
  ['--sy-open', '--sy-open-soft'],
  ['--sy-frozen', '--sy-frozen-soft'],
  ['--sy-paused', '--sy-paused-soft'],
  ['--sy-closed', '--sy-closed-soft'],
];

for (const scheme of ['light', 'dark'] as const) {
  const colours = MEANINGS[scheme];

  test(`${scheme}: text stands out from its ground by 4.5 to 1`, () => {
    const pairs = [...PAIRS, ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const))];
    const weak = pairs
      .map(([text, ground]) => ({ text, ground, ratio: contrast(colours[text], colours[ground]) }))
      .filter(({ ratio }) => ratio < 4.5)
      .map(({ text, ground, ratio }) => `${text} on ${ground}: ${ratio.toFixed(2)}`);
    assert.equal(weak, []);
  });

  test(`${scheme}: the focus ring stands out from every ground by 3 to 1`, () => {
    for (const ground of GROUNDS) {
      const ratio = contrast(colours['--sy-focus'], colours[ground]);
      assert.ok(ratio >= 3, `${ground}: ${ratio.toFixed(2)}`);
    }
  });
}

test('filled buttons carry white text', () => {
  const shades = theme.colors?.['eucalypt'] ?? [];
  assert.ok(contrast('#ffffff', shades[7] ?? '') >= 4.5);
  assert.ok(contrast('#ffffff', shades[6] ?? '') >= 4.5);
});

test('the page has the colours of the theme before the script has come', async () => {
  const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
  for (const scheme of ['light', 'dark'] as const) {
    const [, rules = ''] = page.match(new RegExp(`scheme="${scheme}"\\] {([^}]*)}`)) ?? [];
    const colours = [...rules.matchAll(/(--sy-[\w-]+): (#\w+)/g)];
    assert.is(colours.length, 4);
    for (const [, name, colour] of colours) assert.is(MEANINGS[scheme][name as Name], colour, name);
  }
});

test('what a system draws around the page has the colours of the theme', async () => {
  const { '--sy-brand': brand, '--sy-page': ground } = MEANINGS.light;
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  assert.match(await read('index.html'), `<meta name="theme-color" content="${brand}" />`);
  // The build draws icons without the library of controls, which theme.ts is written with.
  assert.match(await read('icons.ts'), `const GROUND = '${brand}';`);
  assert.match(await read('public/favicon.svg'), `fill="${brand}"`);
  const manifest = JSON.parse(await read('public/manifest.webmanifest')) as Record<string, unknown>;
  assert.is(manifest['theme_color'], brand);
  assert.is(manifest['background_color'], ground);
});

test.run();
