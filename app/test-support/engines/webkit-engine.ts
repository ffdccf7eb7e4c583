import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { freePorts } from '../../distributed/test-support/free-ports.ts';
import { BUILT_WEB, mustBeBuilt } from '../built-web.ts';
import { eventually } from '../eventually.ts';
import type { Engine, EngineWindow, Key, Size } from './engine.ts';

/**
 * WebKit as Debian packages it: MiniBrowser on a virtual display, driven by WebKitWebDriver. The dozen calls of W3C
 * WebDriver that a window needs are sent as they are: the libraries for them need a newer Node than the tests.
 */

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** ms that one command may take on a machine that does much else. */
const COMMAND_MS = 240_000;

/** What must be installed for WebKit; null when it is. */
export const webkitWants = (): string | null =>
  [DRIVER, BROWSER, DISPLAY_SERVER].every((file) => existsSync(file))
    ? null
    : "install Debian's webkit2gtk-driver and xvfb packages";

/** Starts a process that the system ends with this one, however this one ends. */
function start(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: ('ignore' | 'pipe')[],
) {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    env: { ...process.env, ...env },
    stdio,
    // A process group of its own, which ends as a whole.
    detached: true,
  });
  child.on('error', () => {});
  return child;
}

/** Ends a process with all that it started. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Starts WebKit for a built web; `web`: a file of that build. @throws when it is not built */
export async function startWebKit(web = BUILT_WEB): Promise<Engine> {
  mustBeBuilt(web);
  const display = start(
    DISPLAY_SERVER,
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {},
    ['ignore', 'ignore', 'ignore', 'pipe'],
  );
  const number = await new Promise<string>((resolve, reject) => {
    (display.stdio[3] as Readable).once('data', (line) => resolve(String(line).trim()));
    display.once('exit', (code) => reject(new Error(`Xvfb ended (${code})`)));
  });
  return new WebKitEngine(display, `:${number}`);
}

class WebKitEngine implements Engine {
  readonly name = 'WebKit';
  readonly #displayServer: ChildProcess;
  readonly #display: string;
  readonly #drivers: ChildProcess[] = [];

  constructor(displayServer: ChildProcess, display: string) {
    this.#displayServer = displayServer;
    this.#display = display;
  }

  /** A driver has one session, and a session one browser: each window has its own. */
  async open({ width, height }: Size): Promise<EngineWindow> {
    const port = await freePorts([0]);
    const driver = start(DRIVER, [`--port=${port}`], { DISPLAY: this.#display, WAYLAND_DISPLAY: '' }, [
      'ignore',
      'ignore',
      'ignore',
    ]);
    this.#drivers.push(driver);
    const base = `http://127.0.0.1:${port}`;
    await eventually(() => request(base, 'GET', '/status'));
    const { sessionId } = await request<{ sessionId: string }>(base, 'POST', '/session', {
      capabilities: {
        alwaysMatch: {
          // Pages keep a socket open: a load that is waited for may never end.
          pageLoadStrategy: 'none',
          // On a whole screen it has no toolbar, so that the page is as wide as the window.
          'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation', '--full-screen'] },
        },
      },
    });
    const window = new WebKitWindow(`${base}/session/${sessionId}`, () => end(driver));
    await window.resize({ width, height });
    return window;
  }

  async close(): Promise<void> {
    for (const driver of this.#drivers) end(driver);
    end(this.#displayServer);
  }
}

/** @throws with what WebDriver answers, where it refuses a command */
async function request<T>(base: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(base + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(COMMAND_MS),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** The keys of the W3C's table, by their code points. */
const KEYS: Readonly<Record<Key, string>> = {
  Backspace: '\uE003',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
};

/** The member of a JSON object that refers to an element of the page. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementOf = { [ELEMENT]: string } | null;

class WebKitWindow implements EngineWindow {
  readonly #session: string;
  readonly #end: () => void;

  constructor(session: string, end: () => void) {
    this.#session = session;
    this.#end = end;
  }

  async resize(size: Size): Promise<void> {
    await this.#post('/window/rect', size);
  }

  async goTo(url: string): Promise<void> {
    await this.#post('/url', { url });
  }

  run<T>(script: string): Promise<T> {
    return this.#post<T>('/execute/sync', { script: `return ${script}`, args: [] });
  }

  async pressAt({ x, y }: { x: number; y: number }): Promise<void> {
    const move = { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' };
    const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.#act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keyboard', actions });
  }

  pressKey(key: Key): Promise<void> {
    return this.type(KEYS[key]);
  }

  async choose(select: string, value: string): Promise<void> {
    const option = `[...${select}.options].find((option) => option.value === ${JSON.stringify(value)})`;
    await this.#post(`/element/${await this.#element(option)}/click`, {});
  }

  async upload(input: string, files: readonly string[]): Promise<void> {
    await this.#post(`/element/${await this.#element(input)}/value`, { text: files.join('\n') });
  }

  async picture(): Promise<Uint8Array> {
    return Buffer.from(await request<string>(this.#session, 'GET', '/screenshot'), 'base64');
  }

  async close(): Promise<void> {
    try {
      await request(this.#session, 'DELETE', '');
    } finally {
      this.#end();
    }
  }

  async #act(source: object): Promise<void> {
    await this.#post('/actions', { actions: [source] });
  }

  async #element(script: string): Promise<string> {
    const found = await this.run<ElementOf>(script);
    if (!found) throw new Error(`no element: ${script}`);
    return found[ELEMENT];
  }

  #post<T>(path: string, body: object): Promise<T> {
    return request<T>(this.#session, 'POST', path, body);
  }
}
