/** Bytes of one piece of memory that texts are written into; a longer text gets a piece of its own. */
const PIECE_BYTES = 1024 * 1024;
/** The same for a text that is only looked at. */
const SCRATCH_BYTES = 1024;
/** Strings up to this length are copied here, character by character; longer ones by the runtime. */
const COPIED_LENGTH = 80;
/** So many shapes (an object's member names in their order) are remembered; others are sorted each time. */
const SHAPES_LIMIT = 4_096;
/** At most so many of them begin with the same name. */
const SHAPES_PER_NAME_LIMIT = 32;
/** Longest number in JSON, and then some. */
const NUMBER_LENGTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const ZERO = 0x30;
const MINUS = 0x2d;
const COMMA = 0x2c;
const BILLION = 1_000_000_000;

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

/**
 * Writes the one JSON text of plain values (RFC 8785) as UTF-8: members in the order of their names' UTF-16
 * units, no spaces, numbers as ECMAScript writes them. Members that are undefined are left out. It writes
 * bytes rather than strings because every bid passes here, and bytes are what is hashed and stored.
 *
 * A text lies at `bytes[start..at)`; memory of finished texts is never written again, so they may be kept.
 */
export class CanonicalWriter {
  bytes: Buffer;
  start = 0;
  at = 0;

  /** `pieceBytes` is how much memory is taken at a time. */
  constructor(pieceBytes = PIECE_BYTES) {
    this.bytes = Buffer.allocUnsafeSlow(pieceBytes);
  }

  /** Begins a new text. */
  begin(): void {
    this.start = this.at;
  }

  /** Bytes of the text so far. */
  get length(): number {
    return this.at - this.start;
  }

  /** The text so far. */
  text(): Buffer {
    return this.bytes.subarray(this.start, this.at);
  }

  /** Makes room for `length` more bytes; moves the text begun to other memory when there is none here. */
  reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const written = this.length;
    const bytes = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, 2 * (written + length)));
    this.bytes.copy(bytes, 0, this.start, this.at);
    this.bytes = bytes;
    this.start = 0;
    this.at = written;
  }

  /** Leaves `length` bytes to be filled in later. */
  skip(length: number): void {
    this.reserve(length);
    this.at += length;
  }

  /** Writes bytes that are UTF-8 already. */
  utf8(text: Uint8Array): void {
    this.reserve(text.length);
    this.bytes.set(text, this.at);
    this.at += text.length;
  }

  /** Writes text that is known to be ASCII. */
  ascii(text: string): void {
    const length = text.length;
    this.reserve(length);
    const { bytes } = this;
    let at = this.at;
    for (let i = 0; i < length; i += 1) bytes[at++] = text.charCodeAt(i);
    this.at = at;
  }

  /**
   * Writes a value.
   * @throws TypeError for what JSON would change without saying so (NaN, a Date, a Map, undefined in an array …)
   */
  value(value: unknown): void {
    switch (typeof value) {
      case 'string':
        return this.string(value);
      case 'number':
        return this.number(value);
      case 'boolean':
        return this.ascii(value ? 'true' : 'false');
      case 'object':
        if (value === null) return this.ascii('null');
        return Array.isArray(value) ? this.#array(value) : this.#object(value);
      default:
        throw new TypeError(`not a JSON value: ${typeof value}`);
    }
  }

  string(text: string): void {
    const length = text.length;
    if (length > COPIED_LENGTH) return this.#escaped(text);
    this.reserve(length + 2);
    const { bytes } = this;
    let at = this.at;
    bytes[at++] = QUOTE;
    for (let i = 0; i < length; i += 1) {
      const code = text.charCodeAt(i);
      if (code < SPACE || code > DELETE || code === QUOTE || code === BACKSLASH) return this.#escaped(text);
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.at = at;
  }

  #escaped(text: string): void {
    const json = JSON.stringify(text);
    this.reserve(Buffer.byteLength(json));
    this.at += this.bytes.write(json, this.at, 'utf8');
  }

  number(value: number): void {
    if (!Number.isSafeInteger(value)) {
      if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
      return this.ascii(`${value}`);
    }
    this.reserve(NUMBER_LENGTH);
    if (value < 0) this.bytes[this.at++] = MINUS;
    this.#digits(Math.abs(value), 1);
  }

  /** Writes a whole number with at least so many digits. Parts below a billion keep to 32-bit arithmetic. */
  #digits(value: number, least: number): void {
    let rest = value;
    let width = least;
    if (value >= BILLION) {
      const high = Math.floor(value / BILLION);
      this.#digits(high, 1);
      rest = value - high * BILLION;
      width = 9;
    }
    let length = 1;
    for (let bound = 10; length < width || (bound <= rest && length < 9); bound *= 10) length += 1;
    const { bytes } = this;
    rest |= 0;
    for (let at = this.at + length - 1; at >= this.at; at -= 1) {
      const next = (rest / 10) | 0;
      bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.at += length;
  }

  #array(items: readonly unknown[]): void {
    this.ascii('[');
    for (let i = 0; i < items.length; i += 1) {
      if (i > 0) this.ascii(',');
      this.value(items[i]);
    }
    this.ascii(']');
  }

  #object(value: object): void {
    const proto = Object.getPrototypeOf(value);
    if (proto !== Object.prototype && proto !== null) {
      throw new TypeError(`not plain data: ${proto.constructor?.name ?? 'an object of a class'}`);
    }
    const names = Object.keys(value);
    if (names.length === 0) return this.ascii('{}');
    const { order, quoted } = shapeOf(names);
    let mark = 0x7b; // {
    for (let i = 0; i < order.length; i += 1) {
      const member = (value as Record<string, unknown>)[order[i] as string];
      if (member === undefined) continue;
      const name = quoted[i] as Uint8Array;
      this.reserve(name.length + 1);
      const { bytes } = this;
      let at = this.at;
      bytes[at++] = mark;
      for (let n = 0; n < name.length; n += 1) bytes[at++] = name[n] as number;
      this.at = at;
      mark = COMMA;
      this.value(member);
    }
    this.ascii(mark === COMMA ? '}' : '{}');
  }
}

/** Canonical JSON as a string. @throws TypeError as `CanonicalWriter.value` */
export function canonicalJson(value: unknown): string {
  const writer = new CanonicalWriter(SCRATCH_BYTES);
  writer.value(value);
  return writer.text().toString();
}
