/** A malformed script; `message` names the field in one line. */
export class ScriptProblem extends Error {}

/**
 * The fields of one JSON object of a script, read by name. Each reader throws a `ScriptProblem` that names the
 * field by its whole path (`auction.lots[0].startCents`). A field left out takes the default, where there is one.
 */
export class Fields {
  readonly #values: Record<string, unknown>;
  readonly #path: string;

  /** `known`: every field such an object may have; any other is refused by name. */
  constructor(value: unknown, path: string, known: readonly string[]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ScriptProblem(`${path === '' ? 'the script' : path} must be an object`);
    }
    this.#values = value as Record<string, unknown>;
    this.#path = path;
    const unknown = Object.keys(value).find((name) => !known.includes(name));
    if (unknown !== undefined) throw new ScriptProblem(`${this.pathOf(unknown)} is not a field of a script`);
  }

  pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** The field's raw value, for an object or an array within. */
  raw(name: string): unknown {
    return this.#values[name];
  }

  list(name: string): readonly unknown[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value : this.#fail(name, 'must be a list');
  }

  /** A whole number from 0 on. */
  whole(name: string, otherwise?: number): number {
    const value = this.#values[name] ?? otherwise;
    const fits = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
    return fits ? value : this.#fail(name, 'must be a whole number, 0 or more');
  }

  positive(name: string, otherwise?: number): number {
    const value = this.#values[name] ?? otherwise;
    const fits = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
    return fits ? value : this.#fail(name, 'must be a positive integer');
  }

  /** Any number. The engine validates whether it is an amount. */
  number(name: string): number {
    const value = this.#values[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : this.#fail(name, 'must be a number');
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.#values[name] ?? otherwise;
    return typeof value === 'boolean' ? value : this.#fail(name, 'must be true or false');
  }

  text(name: string, otherwise?: string): string {
    const value = this.#values[name] ?? otherwise;
    return typeof value === 'string' ? value : this.#fail(name, 'must be a text');
  }

  /** A text that is not empty. */
  name(name: string): string {
    const value = this.#values[name];
    return typeof value === 'string' && value !== '' ? value : this.#fail(name, 'must be a name');
  }

  oneOf<T extends string>(name: string, values: readonly T[], otherwise?: T): T {
    const value = this.#values[name] ?? otherwise;
    const found = values.find((one) => one === value);
    return found ?? this.#fail(name, `must be one of ${values.join(', ')}`);
  }

  #fail(name: string, must: string): never {
    throw new ScriptProblem(`${this.pathOf(name)} ${must}`);
  }
}
