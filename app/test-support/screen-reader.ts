import type { CDPSession, Page } from 'playwright-core';

/** How often the accessibility tree is looked at, ms: an announcement is there for a second at least. */
const POLL_MS = 200;

type AXNode = {
  nodeId: string;
  name?: { value?: unknown };
  childIds?: string[];
  role?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
};

/**
 * What a screen reader is given of a page: the texts of its live regions, read from the browser's accessibility tree
 * and not from the document.
 */
export class ScreenReader {
  readonly heard: string[] = [];
  readonly #page: Page;
  #cdp: CDPSession | null = null;
  #listening: Promise<void> = Promise.resolve();
  #on = true;

  constructor(page: Page) {
    this.#page = page;
  }

  async start(): Promise<void> {
    this.#cdp = await this.#page.context().newCDPSession(this.#page);
    await this.#cdp.send('Accessibility.enable');
    this.#listening = this.#listen();
  }

  async stop(): Promise<void> {
    this.#on = false;
    await this.#listening;
    await this.#cdp?.detach().catch(() => {});
  }

  /** Waits until something was announced that matches. @throws after `limitMs`, with the announcements. */
  async hears(words: RegExp, limitMs = 120_000): Promise<void> {
    const tries = Math.ceil(limitMs / POLL_MS);
    for (let n = 0; n < tries; n += 1) {
      if (this.heard.some((text) => words.test(text))) return;
      await this.#page.waitForTimeout(POLL_MS);
    }
    throw new Error(`${words} was not announced, but: ${this.heard.join(' | ')}`);
  }

  async #listen(): Promise<void> {
    while (this.#on) {
      const answer = await this.#cdp?.send('Accessibility.getFullAXTree').catch(() => null);
      for (const text of liveTexts((answer?.nodes ?? []) as AXNode[]))
        if (text !== '' && this.heard.at(-1) !== text && !this.heard.slice(-2).includes(text))
          this.heard.push(text);
      await this.#page.waitForTimeout(POLL_MS).catch(() => {
        this.#on = false;
      });
    }
  }
}

function liveTexts(nodes: readonly AXNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (node: AXNode | undefined): string => {
    if (node === undefined) return '';
    if (node.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node.childIds ?? []).map((id) => textOf(byId.get(id))).join('');
  };
  return nodes
    .filter(({ properties }) =>
      properties?.some(
        ({ name, value }) => name === 'live' && value.value !== 'off' && value.value !== undefined,
      ),
    )
    .map((node) => textOf(node).replaceAll('\u200b', '').trim());
}
