/** Strings up to this length are copied here, character by character; longer ones by the runtime. */
const COPIED_LENGTH = 80;
/** This many shapes (an object's member names in their order) are remembered; others are sorted each time. */
const SHAPES_LIMIT = 4_096;
/** At most this many of them begin with the same name. */
const SHAPES_PER_NAME_LIMIT = 32;
/** Memory in which `canonicalJson` begins; it grows to the longest text seen. */
const SCRATCH_BYTES = 64 * 1024;
/** Bytes that the marks around a value, or a number, take at most. */
const MARKS_BYTES = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const ZERO = 0x30;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BILLION = 1_000_000_000;

/** Thrown when the bytes given end before the text does. */
export const NO_SPACE = new Error('no space for the text');

/** An object's member names in canonical order, each with its bytes as `"name":`. */
type Shape = { names: readonly string[]; order: readonly string[]; quoted: readonly Uint8Array[] };

const shapes = new Map<string, Shape[]>();
let shapesKnown = 0;

function isSameShape(shape: Shape, names: readonly string[]): boolean {
  const known = shape.names;
  if (known.length !== names.length) return false;
  for (let i = 0; i < known.length; i += 1) if (known[i] !== names[i]) return false;
  return true;
}

function shapeOf(names: readonly string[]): Shape {
  const first = names[0] as string;
  const known = shapes.get(first);
  if (known !== undefined) {
    for (const shape of known) if (isSameShape(shape, names)) return shape;
  }
  // Order by UTF-16 units, which is what comparing strings does.
  const order = names.toSorted();
  const shape = { names, order, quoted: order.map((name) => Buffer.from(`${JSON.stringify(name)}:`)) };
  if (shapesKnown < SHAPES_LIMIT && (known?.length ?? 0) < SHAPES_PER_NAME_LIMIT) {
    shapesKnown += 1;
    if (known === undefined) shapes.set(first, [shape]);
    else known.push(shape);
  }
  return shape;
}

/*
 * Everything here writes into `bytes` from `at` on and answers where it ended. It writes bytes rather than strings,
 * and keeps its place in a local variable, because every bid passes here and bytes are what is hashed and stored.
 */

function requireSpace(bytes: Buffer, at: number, length: number): void {
  if (at + length > bytes.length) throw NO_SPACE;
}

/** Writes text that is known to be ASCII. */
export function putAscii(bytes: Buffer, start: number, text: string): number {
  const length = text.length;
  requireSpace(bytes, start, length);
  let at = start;
  for (let i = 0; i < length; i += 1) bytes[at++] = text.charCodeAt(i);
  return at;
}

/** Writes a string with its quotes. */
export function putString(bytes: Buffer, start: number, text: string): number {
  const length = text.length;
  if (length > COPIED_LENGTH) return putEscaped(bytes, start, text);
  requireSpace(bytes, start, length + 2);
  let at = start;
  bytes[at++] = QUOTE;
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < SPACE || code > DELETE || code === QUOTE || code === BACKSLASH) {
      return putEscaped(bytes, start, text);
    }
    bytes[at++] = code;
  }
  bytes[at++] = QUOTE;
  return at;
}

function putEscaped(bytes: Buffer, at: number, text: string): number {
  const json = JSON.stringify(text);
  requireSpace(bytes, at, Buffer.byteLength(json));
  return at + bytes.write(json, at, 'utf8');
}

/** Writes a number. @throws TypeError for NaN and the infinities, which JSON lacks */
export function putNumber(bytes: Buffer, at: number, value: number): number {
  requireSpace(bytes, at, MARKS_BYTES);
  if (value >= 0 && Number.isSafeInteger(value)) {
    if (value < BILLION) return putDigits(bytes, at, value, digitsOf(value));
    const high = Math.floor(value / BILLION);
    if (high < BILLION)
      return putDigits(bytes, putDigits(bytes, at, high, digitsOf(high)), value - high * BILLION, 9);
  }
  if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
  return putAscii(bytes, at, `${value}`);
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let bound = 10; bound <= value; bound *= 10) digits += 1;
  return digits;
}

function putDigits(bytes: Buffer, start: number, value: number, digits: number): number {
  let rest = value | 0;
  for (let at = start + digits - 1; at >= start; at -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[at] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return start + digits;
}

/**
 * Writes the one JSON text of a plain value (RFC 8785) as UTF-8: members in the order of their names' UTF-16
 * units, no spaces, numbers as ECMAScript writes them. Members that are undefined are left out.
 * @throws TypeError for what JSON would change without saying so (NaN, a Date, a Map, undefined in an array …);
 *   NO_SPACE when the bytes end before the text does
 */
export function putCanonical(bytes: Buffer, at: number, value: unknown): number {
  switch (typeof value) {
    case 'string':
      return putString(bytes, at, value);
    case 'number':
      return putNumber(bytes, at, value);
    case 'boolean':
      return putAscii(bytes, at, value ? 'true' : 'false');
    case 'object':
      if (value === null) return putAscii(bytes, at, 'null');
      return Array.isArray(value) ? putArray(bytes, at, value) : putObject(bytes, at, value);
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

function putArray(bytes: Buffer, start: number, items: readonly unknown[]): number {
  let at = start;
  requireSpace(bytes, at, MARKS_BYTES);
  bytes[at++] = OPEN_ARRAY;
  for (let i = 0; i < items.length; i += 1) {
    requireSpace(bytes, at, MARKS_BYTES);
    if (i > 0) bytes[at++] = COMMA;
    at = putCanonical(bytes, at, items[i]);
  }
  requireSpace(bytes, at, MARKS_BYTES);
  bytes[at++] = CLOSE_ARRAY;
  return at;
}

function putObject(bytes: Buffer, start: number, value: object): number {
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) {
    throw new TypeError(`not plain data: ${proto.constructor?.name ?? 'an object of a class'}`);
  }
  const names = Object.keys(value);
  let at = start;
  let mark = OPEN_OBJECT;
  if (names.length > 0) {
    const { order, quoted } = shapeOf(names);
    for (let i = 0; i < order.length; i += 1) {
      const member = (value as Record<string, unknown>)[order[i] as string];
      if (member === undefined) {
        omitted += 1;
        continue;
      }
      const name = quoted[i] as Uint8Array;
      requireSpace(bytes, at, name.length + MARKS_BYTES);
      bytes[at++] = mark;
      for (let n = 0; n < name.length; n += 1) bytes[at++] = name[n] as number;
      mark = COMMA;
      at = putCanonical(bytes, at, member);
    }
  }
  requireSpace(bytes, at, MARKS_BYTES);
  if (mark === OPEN_OBJECT) bytes[at++] = OPEN_OBJECT;
  bytes[at++] = CLOSE_OBJECT;
  return at;
}

let omitted = 0;

/** How many undefined members were left out so far: what is read back is what was given when none were. */
export function omittedMembers(): number {
  return omitted;
}

let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** The one JSON text of a plain value. @throws TypeError as `putCanonical` */
export function canonicalJson(value: unknown): string {
  for (;;) {
    try {
      return scratch.toString('utf8', 0, putCanonical(scratch, 0, value));
    } catch (error) {
      if (error !== NO_SPACE) throw error;
      scratch = Buffer.allocUnsafeSlow(2 * scratch.length);
    }
  }
}
