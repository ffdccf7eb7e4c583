import type { MessagePort } from 'node:worker_threads';

/** Functions that another thread may call. Arguments and results are copied between the threads. */
export type PortCalls = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A class of errors that callers distinguish. It is found by its name. */
type ErrorClass = { readonly name: string; readonly prototype: Error };

type Asked = { id: number; name: string; args: never[] };
type SentError = { name: string; message: string; fields: Record<string, unknown> };
type Answered = { id: number; value: unknown } | { id: number; error: SentError };

/** What callers read of an error beside its message, as far as it can be copied. */
function sentError(thrown: unknown): SentError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown), fields: {} };
  const isPlain = (value: unknown): boolean =>
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  const fields = Object.fromEntries(Object.entries(thrown).filter(([, value]) => isPlain(value)));
  return { name: thrown.name, message: thrown.message, fields };
}

/** Answers the calls that arrive at a port, each when its function is done. */
export function serveCalls(port: MessagePort, calls: PortCalls): void {
  port.on('message', ({ id, name, args }: Asked) => {
    const answer = async (): Promise<void> => {
      let answered: Answered;
      try {
        const call = calls[name];
        if (call === undefined) throw new Error(`there is no call ${name}`);
        answered = { id, value: await call(...args) };
      } catch (error) {
        answered = { id, error: sentError(error) };
      }
      port.postMessage(answered);
    };
    void answer();
  });
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** Calls functions that another thread serves at the other end of a port. */
export class PortCaller {
  readonly #port: MessagePort;
  readonly #classes: ReadonlyMap<string, ErrorClass>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: () => Error;
  #calls = 0;
  #isEnded = false;

  /**
   * `errors`: the classes that are restored; others become plain errors. `ended` makes the error of a call that can't
   * be answered any more, because the other end was closed.
   */
  constructor(port: MessagePort, { errors, ended }: { errors: readonly ErrorClass[]; ended: () => Error }) {
    this.#port = port;
    this.#classes = new Map([RangeError, TypeError, ...errors].map((one) => [one.name, one]));
    this.#ended = ended;
    port.on('message', (answered: Answered) => this.#settle(answered));
    port.on('close', () => this.#end());
  }

  /** @throws TypeError for an argument that can't be copied, and what the function threw */
  call<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isEnded) return reject(this.#ended());
      this.#calls += 1;
      const id = this.#calls;
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      try {
        this.#port.postMessage({ id, name, args });
      } catch (error) {
        this.#waiting.delete(id);
        reject(new TypeError(`${name}: an argument can't be copied to another thread`, { cause: error }));
      }
    });
  }

  /** Calls under way fail, and later ones. */
  close(): void {
    this.#port.close();
    this.#end();
  }

  #settle(answered: Answered): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if ('error' in answered) waiting?.reject(this.#restored(answered.error));
    else waiting?.resolve(answered.value);
  }

  #restored({ name, message, fields }: SentError): Error {
    const error = Object.assign(new Error(message), fields);
    const known = this.#classes.get(name);
    if (known !== undefined) Object.setPrototypeOf(error, known.prototype);
    error.name = name;
    return error;
  }

  #end(): void {
    this.#isEnded = true;
    for (const { reject } of this.#waiting.values()) reject(this.#ended());
    this.#waiting.clear();
  }
}
