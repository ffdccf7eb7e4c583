import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { BUILT_WEB, mustBeBuilt } from '../built-web.ts';
import type { Engine, EngineWindow, Key, Size } from './engine.ts';

/** Chromium over its own protocol, and Firefox over WebDriver BiDi: puppeteer-core drives both by one interface. */

const CHROMIUM = process.env['SALEYARD_CHROMIUM'] ?? '/usr/bin/chromium';
const FIREFOX = process.env['SALEYARD_FIREFOX'] ?? '/usr/bin/firefox-esr';

/** ms that one command may take on a machine that does much else. */
const COMMAND_MS = 240_000;

/** What must be installed for Firefox; null when it is. */
export const firefoxWants = (): string | null =>
  existsSync(FIREFOX) ? null : "install Debian's firefox-esr package, or set SALEYARD_FIREFOX";

/** Starts a browser for a built web; `web`: a file of that build. @throws when it is not built */
export async function startChromium(web = BUILT_WEB): Promise<Engine> {
  mustBeBuilt(web);
  const browser = await launch({
    browser: 'chrome',
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--force-prefers-reduced-motion'],
    protocolTimeout: COMMAND_MS,
  });
  return new PuppeteerEngine('Chromium', browser);
}

/** The same in Firefox. */
export async function startFirefox(web = BUILT_WEB): Promise<Engine> {
  mustBeBuilt(web);
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    protocolTimeout: COMMAND_MS,
  });
  return new PuppeteerEngine('Firefox', browser);
}

class PuppeteerEngine implements Engine {
  readonly name: string;
  readonly #browser: Browser;

  constructor(name: string, browser: Browser) {
    this.name = name;
    this.#browser = browser;
  }

  async open(size: Size): Promise<EngineWindow> {
    const context = await this.#browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport(size);
    return new PuppeteerWindow(page);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

class PuppeteerWindow implements EngineWindow {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async goTo(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'domcontentloaded', timeout: COMMAND_MS });
  }

  run<T>(script: string): Promise<T> {
    return this.#page.evaluate(script) as Promise<T>;
  }

  async pressAt({ x, y }: { x: number; y: number }): Promise<void> {
    await this.#page.mouse.click(x, y);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  pressKey(key: Key): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  async choose(select: string, value: string): Promise<void> {
    await (await this.#element(select)).select(value);
  }

  async upload(input: string, files: readonly string[]): Promise<void> {
    await (await this.#element(input)).uploadFile(...files);
  }

  picture(): Promise<Uint8Array> {
    return this.#page.screenshot();
  }

  close(): Promise<void> {
    return this.#page.browserContext().close();
  }

  async #element(script: string) {
    const element = (await this.#page.evaluateHandle(script)).asElement();
    if (!element) throw new Error(`no element: ${script}`);
    return element;
  }
}
