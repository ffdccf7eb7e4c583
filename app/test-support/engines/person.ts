import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InPage, Place, SoughtText, Target } from '@saleyard/web/src/test-support/page-target.ts';
import { build, stop } from 'esbuild';
import * as assert from 'uvu/assert';
import { eventually } from '../eventually.ts';
import type { EngineWindow, Key } from './engine.ts';

const FINDER = fileURLToPath(new URL('../../../web/src/test-support/find-in-page.ts', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../../artifacts/screens', import.meta.url));

/** The finder as one script; every page of every engine gets it once. */
const finder = (async () => {
  const { outputFiles } = await build({
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
    entryPoints: [FINDER],
  });
  await stop();
  return `(() => { ${outputFiles[0]?.text}; return true; })()`;
})();

type Pattern = string | RegExp;

/** What a person looks for, with patterns as regular expressions. */
export type Sought = ({ role: string; name: Pattern } | { field: string } | { text: Pattern }) & {
  within?: Sought;
};

const soughtText = (pattern: Pattern): SoughtText =>
  typeof pattern === 'string' ? pattern : { source: pattern.source, flags: pattern.flags };

function targetOf(sought: Sought): Target {
  const within = sought.within && { within: targetOf(sought.within) };
  if ('role' in sought) return { role: sought.role, name: soughtText(sought.name), ...within };
  if ('text' in sought) return { text: soughtText(sought.text), ...within };
  return { field: sought.field, ...within };
}

export const button = (name: Pattern, within?: Sought): Sought => ({
  role: 'button',
  name,
  ...(within && { within }),
});
export const link = (name: Pattern): Sought => ({ role: 'link', name });
export const text = (pattern: Pattern): Sought => ({ text: pattern });

/**
 * A person at a window of any engine. Every step waits until it is possible, as a person would, and fails after two
 * minutes. Presses and keys are sent as the engine's own input.
 */
export class Person {
  readonly #window: EngineWindow;
  readonly #base: string;

  /** @param base the address of the server, without a path */
  constructor(window: EngineWindow, base: string) {
    this.#window = window;
    this.#base = base;
  }

  open(address: string): Promise<void> {
    return this.#window.goTo(this.#base + address);
  }

  /** Waits until the window's address matches, without the server's part. */
  reaches(address: RegExp): Promise<void> {
    return eventually(async () =>
      assert.match(await this.#window.run<string>('location.pathname + location.search'), address),
    );
  }

  /** Waits until one is shown. */
  sees(sought: Sought): Promise<void> {
    return eventually(async () => assert.ok((await this.count(sought)) > 0, `no ${described(sought)}`));
  }

  /** Waits until as many are shown. */
  seesTimes(sought: Sought, times: number): Promise<void> {
    return eventually(async () => assert.is(await this.count(sought), times, described(sought)));
  }

  async count(sought: Sought): Promise<number> {
    return await this.#inPage<number>('count', sought);
  }

  /** What the first one holds, if it is a field, or else its text. */
  reads(sought: Sought): Promise<string> {
    return eventually(async () => {
      const [read] = await this.#inPage<string[]>('texts', sought);
      if (read === undefined) throw new Error(`no ${described(sought)}`);
      return read;
    });
  }

  /** Presses the first one, once it is enabled, uncovered and at rest. */
  async press(sought: Sought): Promise<void> {
    await this.#window.pressAt(await this.#restingPlace(sought));
  }

  pressKey(key: Key): Promise<void> {
    return this.#window.pressKey(key);
  }

  type(typed: string): Promise<void> {
    return this.#window.type(typed);
  }

  /** Replaces what a field holds by typing. */
  async fill(field: string | Sought, value: string): Promise<void> {
    const sought = typeof field === 'string' ? { field } : field;
    await eventually(async () => {
      await this.press(sought);
      assert.ok(await this.#inPage<boolean>('selectAll', sought), `${described(sought)} has no focus`);
    });
    await this.#window.pressKey('Backspace');
    await this.#window.type(value);
  }

  /** Chooses an option of a native select by its text. */
  async choose(label: string, option: string): Promise<void> {
    const field = { field: label };
    const value = await eventually(async () => {
      const found = await this.#run<string | null>(
        `[...(${first(field)}?.options ?? [])].find(({ label }) => label === ${JSON.stringify(option)})?.value ?? null`,
      );
      if (found === null) throw new Error(`${label} has no option ${option}`);
      return found;
    });
    await this.#window.choose(first(field), value);
    await eventually(async () => assert.is(await this.reads(field), option));
  }

  /** Ticks a checkbox or a radio button. */
  async tick(sought: Sought): Promise<void> {
    if (!(await this.#inPage<boolean>('isTicked', sought))) await this.press(sought);
    await eventually(async () =>
      assert.ok(await this.#inPage<boolean>('isTicked', sought), described(sought)),
    );
  }

  /** Hands files over to an input for files by its label. `files` are absolute paths. */
  async upload(label: string, files: readonly string[]): Promise<void> {
    const input = `findInPage.fileInput(${JSON.stringify(label)})`;
    await eventually(async () =>
      assert.ok(await this.#run<boolean>(`${input} !== null`), `no input ${label}`),
    );
    await this.#window.upload(input, files);
  }

  /** Keeps a picture of the window as an artefact of the run. */
  async keepPicture(name: string): Promise<void> {
    await mkdir(PICTURES, { recursive: true });
    await writeFile(path.join(PICTURES, `${name}.png`), await this.#window.picture());
  }

  close(): Promise<void> {
    return this.#window.close();
  }

  /** Where something can be pressed: at the same place twice, so that it does not move away meanwhile. */
  #restingPlace(sought: Sought): Promise<Place> {
    let before = '';
    return eventually(async () => {
      const place = await this.#inPage<Place | null>('place', sought);
      const now = JSON.stringify(place);
      const isAtRest = now === before;
      before = now;
      if (place === null || !isAtRest) throw new Error(`cannot press ${described(sought)}`);
      return place;
    });
  }

  #inPage<T>(method: keyof InPage<unknown>, sought: Sought): Promise<T> {
    return this.#run<T>(`findInPage.${method}(${JSON.stringify(targetOf(sought))})`);
  }

  /** Runs a script with the finder in the page. A page that was just loaded gets it first. */
  async #run<T>(script: string): Promise<T> {
    const isThere = () =>
      this.#window.run<boolean>('typeof findInPage === "object" && document.body !== null');
    if (!(await isThere())) await this.#window.run(await finder);
    return await this.#window.run<T>(script);
  }
}

const first = (sought: Sought): string => `findInPage.first(${JSON.stringify(targetOf(sought))})`;

function described(sought: Sought): string {
  const inside = sought.within ? ` in ${described(sought.within)}` : '';
  if ('role' in sought) return `${sought.role} ${sought.name}${inside}`;
  return 'text' in sought ? `text ${sought.text}${inside}` : `field ${sought.field}${inside}`;
}
