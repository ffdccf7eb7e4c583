import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const test = suite('theme');

const styles = await readFile(new URL('./theme.css', import.meta.url), 'utf8');

/** The tokens that the rule of `selector` gives, by name. */
function tokensOf(selector: string): Record<string, string> {
  const from = styles.indexOf(`\n${selector} {`);
  const rule = styles.slice(from, styles.indexOf('\n}', from));
  return Object.fromEntries(
    [...rule.matchAll(/(--sy-[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

const shared = tokensOf(':root');
const MEANINGS = {
  light: { ...shared, ...tokensOf(':root[data-color-scheme="light"]') },
  dark: { ...shared, ...tokensOf(':root[data-color-scheme="dark"]') },
};

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

const GROUNDS: readonly string[] = ['--sy-page', '--sy-surface', '--sy-surface-raised'];
const TEXTS: readonly string[] = [
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
const PAIRS: readonly (readonly [string, string])[] = [
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
  const colours: Readonly<Record<string, string>> = MEANINGS[scheme];

  test(`${scheme}: text stands out from its ground by 4.5 to 1`, () => {
    const pairs = [...PAIRS, ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const))];
    const weak = pairs
      .map(([text, ground]) => ({
        text,
        ground,
        ratio: contrast(colours[text] ?? '', colours[ground] ?? ''),
      }))
      .filter(({ ratio }) => ratio < 4.5)
      .map(({ text, ground, ratio }) => `${text} on ${ground}: ${ratio.toFixed(2)}`);
    assert.equal(weak, []);
  });

  test(`${scheme}: the focus ring stands out from every ground by 3 to 1`, () => {
    for (const ground of GROUNDS) {
      const ratio = contrast(colours['--sy-focus'] ?? '', colours[ground] ?? '');
      assert.ok(ratio >= 3, `${ground}: ${ratio.toFixed(2)}`);
    }
  });
}

test('filled buttons carry white text', () => {
  for (const colours of Object.values<Readonly<Record<string, string>>>(MEANINGS))
    for (const ground of ['--sy-primary', '--sy-danger'])
      assert.ok(contrast(colours['--sy-white'] ?? '', colours[ground] ?? '') >= 4.5, ground);
});

test('gold fills what leads to bidding, a bid, a practice sale and what the clerk has in hand, and nothing else', async () => {
  const src = new URL('../', import.meta.url);
  const filled: string[] = [];
  for (const file of await readdir(src, { recursive: true })) {
    if (!file.endsWith('.css')) continue;
    const rules = (await readFile(new URL(file, src), 'utf8')).matchAll(/([^\n{}]+) {\n([^{}]*)}/g);
    for (const [, selector, body] of rules)
      if (/^\s*(background|--button-ground): var\(--sy-accent\)/m.test(body ?? ''))
        filled.push(`${path.basename(file, '.css')} ${selector?.trim()}`);
  }
  assert.equal(filled.sort(), [
    'app .sy-skip',
    'bid-controls.module .bid',
    'button.module &[data-variant="accent"]',
    'clerk.module .actions button[data-armed]',
    'clerk.module .leader b',
    'clerk.module .line[data-armed]',
    // A new price flashes.
    'lot-marks.module from',
    'practice-frame.module .strip',
    'watch-list.module .ways a[data-main]',
  ]);
});

test('the page has the colours of the theme before the script has come', async () => {
  const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
  for (const scheme of ['light', 'dark'] as const) {
    const [, rules = ''] = page.match(new RegExp(`scheme="${scheme}"\\] {([^}]*)}`)) ?? [];
    const colours = [...rules.matchAll(/(--sy-[\w-]+): (#\w+)/g)];
    assert.is(colours.length, 4);
    for (const [, name, colour] of colours)
      assert.is((MEANINGS[scheme] as Record<string, string>)[name ?? ''], colour, name);
  }
});

test('what a system draws around the page has the colours of the theme', async () => {
  const { '--sy-brand': brand = '', '--sy-page': ground }: Record<string, string> = MEANINGS.light;
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  assert.match(await read('index.html'), `<meta name="theme-color" content="${brand}" />`);
  assert.match(await read('icons.ts'), `const GROUND = '${brand}';`);
  assert.match(await read('public/favicon.svg'), `fill="${brand}"`);
  const manifest = JSON.parse(await read('public/manifest.webmanifest')) as Record<string, unknown>;
  assert.is(manifest['theme_color'], brand);
  assert.is(manifest['background_color'], ground);
});

test.run();
