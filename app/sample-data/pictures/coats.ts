import type { Coat } from '../stock.ts';

/** The colours a coat is drawn in. */
export type CoatColours = {
  body: string;
  /** The side away from the sun: belly and far legs. */
  shade: string;
  face: string;
  legs: string;
  /** Below the knee. */
  socks: string;
  muzzle: string;
  ears: string;
  marks: 'none' | 'brisket' | 'speckles' | 'flecks' | 'hump' | 'wool' | 'patches';
  markColour: string;
};

const plain = (body: string, shade: string, muzzle: string): CoatColours => ({
  body,
  shade,
  muzzle,
  face: body,
  legs: body,
  socks: shade,
  ears: shade,
  marks: 'none',
  markColour: shade,
});

/** Every coat's colours. */
export const COATS: Readonly<Record<Coat, CoatColours>> = {
  black: plain('#2e2b2d', '#1c1a1c', '#3d393b'),
  red: plain('#a65a36', '#7f4127', '#c98a6a'),
  cherry: plain('#7c2f22', '#5b2018', '#a35d4b'),
  cream: plain('#ead9b8', '#cbb68e', '#d9a58d'),
  grey: plain('#a49d96', '#7f7871', '#5d5752'),
  redwhite: {
    ...plain('#9c4a2b', '#74341d', '#e6b8a6'),
    face: '#f6efe4',
    socks: '#f3ebdf',
    marks: 'brisket',
    markColour: '#f6efe4',
  },
  blackbaldy: { ...plain('#2c292b', '#1a181a', '#d8b4a8'), face: '#f4eee6', socks: '#2c292b' },
  roan: { ...plain('#8a4433', '#653024', '#b98a7a'), marks: 'flecks', markColour: '#e9ddd2' },
  speckle: {
    ...plain('#f1ede6', '#cfc9bf', '#2b282a'),
    ears: '#2b282a',
    socks: '#5a5552',
    marks: 'speckles',
    markColour: '#3a3638',
  },
  brahman: {
    ...plain('#d8d4cd', '#aaa59d', '#4c4744'),
    face: '#c5c0b8',
    marks: 'hump',
    markColour: '#bdb8b0',
  },
  merino: {
    ...plain('#efe4cb', '#d0c19f', '#d9a99a'),
    face: '#f3ead8',
    legs: '#e6d9bd',
    marks: 'wool',
    markColour: '#dccfb0',
  },
  whitewool: {
    ...plain('#f4f0e6', '#d6cfbf', '#c99a90'),
    face: '#f6f2ea',
    legs: '#e9e2d3',
    marks: 'wool',
    markColour: '#e2dccd',
  },
  blackface: {
    ...plain('#efeadd', '#cfc8b7', '#1f1d1e'),
    face: '#2c2a2b',
    legs: '#2c2a2b',
    ears: '#2c2a2b',
    socks: '#1f1d1e',
    marks: 'wool',
    markColour: '#ddd6c6',
  },
  dorper: {
    ...plain('#f5f1e9', '#d5cfc4', '#1d1b1c'),
    face: '#242223',
    ears: '#242223',
    legs: '#efe9df',
    socks: '#d5cfc4',
  },
  boer: { ...plain('#f5efe5', '#d8cfc0', '#6b2f1d'), face: '#8f4326', ears: '#7a371e' },
  rangeland: {
    ...plain('#d9cdb9', '#ad9f88', '#4b3e33'),
    face: '#5a4636',
    marks: 'patches',
    markColour: '#5a4636',
  },
  kalahari: plain('#95482a', '#6f331c', '#b9785b'),
};
