import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Ironbark and river-gum leaf: the product's own colour. */
const eucalypt: MantineColorsTuple = [
  '#edf5f0',
  '#d8e8df',
  '#b3d1c1',
  '#8ab8a1',
  '#649f84',
  '#458369',
  '#2f6a52',
  '#1f543f',
  '#123a2d',
  '#0a261d',
];

/** Dry straw: the accent, for what is about to happen. */
const straw: MantineColorsTuple = [
  '#fdf6e3',
  '#f9e9c0',
  '#f1d58e',
  '#e7c064',
  '#dcab3f',
  '#c48f20',
  '#9c6d0f',
  '#7f570a',
  '#5d3f08',
  '#3d2906',
];

/** Red earth: refusals, losing, frozen. */
const ochre: MantineColorsTuple = [
  '#fcefeb',
  '#f6d8cf',
  '#eab19f',
  '#dd8a70',
  '#cf6547',
  '#bb4a2b',
  '#a13a1e',
  '#812d17',
  '#602110',
  '#40150a',
];

/** Paper greys, warm like a printed sale catalogue. */
const gray: MantineColorsTuple = [
  '#f8f7f3',
  '#f0eee7',
  '#e3e0d6',
  '#d2cec1',
  '#b3ae9f',
  '#8b8677',
  '#676356',
  '#4d4a40',
  '#35332c',
  '#201f1a',
];

/** Night under trees: the dark scheme's surfaces, 9 the deepest. */
const dark: MantineColorsTuple = [
  '#e8ece8',
  '#c5cec8',
  '#a1ada6',
  '#7d8b83',
  '#4a5851',
  '#36423c',
  '#28332e',
  '#1b2420',
  '#131b17',
  '#0c1210',
];

/** Filled buttons keep 4.5:1 in both schemes; straw carries ink, never white. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const color = input.color ?? input.theme.primaryColor;
  if (input.variant === 'filled' && color === 'straw') {
    return {
      ...resolved,
      background: 'var(--sy-accent)',
      hover: 'var(--sy-accent-hover)',
      color: 'var(--sy-on-accent)',
    };
  }
  return resolved;
};

/** The one palette, type scale and set of shapes of the product. */
export const theme = createTheme({
  colors: { eucalypt, straw, ochre, gray, dark, red: ochre, green: eucalypt, yellow: straw },
  primaryColor: 'eucalypt',
  primaryShade: { light: 7, dark: 6 },
  white: '#ffffff',
  black: '#14201b',
  variantColorResolver,
  fontFamily: "'Archivo Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, monospace",
  fontSizes: {
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.9375rem',
    lg: '1.0625rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
    '3xl': '1.75rem',
    // Those that grow with the screen: a page's title, what a visitor reads first, a lot's price, the clerk's price.
    title: 'clamp(1.4rem, 1.1rem + 1.4vw, 1.9rem)',
    hero: 'clamp(1.6rem, 1rem + 2.2vw, 2.6rem)',
    price: 'clamp(2rem, 1.5rem + 1.8vw, 2.6rem)',
    giant: 'clamp(2.6rem, 2rem + 3vw, 4.4rem)',
  },
  fontWeights: { regular: '400', medium: '620', bold: '710' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.45', xl: '1.25' },
  headings: {
    fontWeight: 'var(--mantine-font-weight-bold)',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--mantine-font-size-3xl)', lineHeight: '1.15' },
      h2: { fontSize: 'var(--mantine-font-size-xl)', lineHeight: '1.25' },
      h3: { fontSize: 'var(--mantine-font-size-lg)', lineHeight: '1.3' },
    },
  },
  shadows: {
    bar: '0 -0.4rem 1rem rgb(0 0 0 / 10%)',
    overlay: '0 1rem 3rem rgb(0 0 0 / 30%)',
    dialog: '0 1.5rem 4rem rgb(0 0 0 / 30%)',
  },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'sm',
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  breakpoints: { xs: '30em', sm: '40em', md: '56.25em', lg: '75em', xl: '100em' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

/** Colours on the brand's ground, on pictures and over the page, which is what it is in both schemes. */
const ON_DARK = {
  '--sy-on-brand-soft': 'rgb(255 255 255 / 12%)',
  '--sy-on-brand-line': 'rgb(255 255 255 / 45%)',
  '--sy-on-brand-live': '#6fd6a0',
  '--sy-on-brand-open': '#f1c65a',
  '--sy-on-brand-frozen': '#ff9d83',
  '--sy-on-brand-closed': '#b4bdb7',
  '--sy-alarm': ochre[1],
  '--sy-on-alarm': ochre[8],
  '--sy-over-picture': 'rgb(10 24 18 / 82%)',
  '--sy-on-picture': '#ffffff',
  '--sy-on-picture-soft': 'rgb(255 255 255 / 18%)',
  '--sy-scrim': 'rgb(8 20 15 / 55%)',
  '--sy-shade': 'rgb(0 0 0 / 18%)',
  '--sy-shade-deep': 'rgb(0 0 0 / 26%)',
} as const;

/**
 * Names for what colours mean, so that no screen picks a shade by number. Every text pair holds WCAG AA in its
 * scheme (theme.test.ts).
 */
export const MEANINGS = {
  light: {
    ...ON_DARK,
    '--sy-page': gray[0],
    '--sy-surface': '#ffffff',
    '--sy-surface-raised': gray[1],
    '--sy-ink': '#14201b',
    '--sy-ink-dim': '#57594f',
    '--sy-line': gray[2],
    '--sy-line-strong': '#8b8677',
    '--sy-brand': eucalypt[8],
    '--sy-on-brand': '#f3f7f4',
    '--sy-on-brand-dim': '#b3d1c1',
    '--sy-accent': straw[3],
    '--sy-accent-hover': straw[4],
    '--sy-on-accent': '#241a02',
    '--sy-link': eucalypt[7],
    '--sy-focus': '#0f6fbf',
    '--sy-live': '#0f6b3f',
    '--sy-live-soft': '#dff1e6',
    '--sy-open': '#7a5200',
    '--sy-open-soft': '#fbefcf',
    '--sy-frozen': ochre[6],
    '--sy-frozen-soft': ochre[0],
    '--sy-paused': '#3f4a63',
    '--sy-paused-soft': '#e9ecf3',
    '--sy-closed': '#5b5a52',
    '--sy-closed-soft': gray[1],
    '--sy-win': '#0f6b3f',
    '--sy-lose': ochre[6],
  },
  dark: {
    ...ON_DARK,
    '--sy-page': dark[9],
    '--sy-surface': dark[8],
    '--sy-surface-raised': dark[7],
    '--sy-ink': dark[0],
    '--sy-ink-dim': dark[2],
    '--sy-line': dark[6],
    '--sy-line-strong': '#6f7d75',
    '--sy-brand': '#0d2a21',
    '--sy-on-brand': '#eef4f0',
    '--sy-on-brand-dim': '#9fc0af',
    '--sy-accent': straw[3],
    '--sy-accent-hover': straw[2],
    '--sy-on-accent': '#241a02',
    '--sy-link': eucalypt[3],
    '--sy-focus': '#79bdf3',
    '--sy-live': '#6fd6a0',
    '--sy-live-soft': '#12301f',
    '--sy-open': '#f0c766',
    '--sy-open-soft': '#352a0e',
    '--sy-frozen': '#f09a80',
    '--sy-frozen-soft': '#3b1a11',
    '--sy-paused': '#c3cbdd',
    '--sy-paused-soft': '#232936',
    '--sy-closed': '#a9b1ab',
    '--sy-closed-soft': dark[7],
    '--sy-win': '#6fd6a0',
    '--sy-lose': '#f09a80',
  },
} as const;

/** What colours mean, and Mantine's own surfaces, as CSS variables of each scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...MEANINGS.light,
    '--mantine-color-body': 'var(--sy-page)',
    '--mantine-color-text': 'var(--sy-ink)',
    '--mantine-color-dimmed': 'var(--sy-ink-dim)',
    '--mantine-color-placeholder': '#6b685c',
    '--mantine-color-anchor': 'var(--sy-link)',
    '--mantine-color-default': 'var(--sy-surface)',
    '--mantine-color-default-hover': 'var(--sy-surface-raised)',
    '--mantine-color-default-border': gray[4],
    '--mantine-color-error': 'var(--sy-frozen)',
  },
  dark: {
    ...MEANINGS.dark,
    '--mantine-color-body': 'var(--sy-page)',
    '--mantine-color-text': 'var(--sy-ink)',
    '--mantine-color-dimmed': 'var(--sy-ink-dim)',
    '--mantine-color-placeholder': '#93a098',
    '--mantine-color-anchor': 'var(--sy-link)',
    '--mantine-color-default': 'var(--sy-surface-raised)',
    '--mantine-color-default-hover': 'var(--sy-line)',
    '--mantine-color-default-border': dark[4],
    '--mantine-color-error': 'var(--sy-frozen)',
  },
});
