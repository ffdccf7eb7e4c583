import { WebSocket } from 'ws';

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** A person's socket: its requests and messages. It reconnects for a request, as pages do. */
export class LiveViewer {
  readonly heard: { channel?: string; event?: string; id?: number; data?: Record<string, unknown> }[] = [];
  readonly #base: string;
  readonly #cookie: string;
  readonly #query: string;
  ws: WebSocket;
  #id = 0;
  closed: number | undefined;

  constructor(base: string, cookie: string, query = '') {
    this.#base = base;
    this.#cookie = cookie;
    this.#query = query;
    this.ws = this.#connect();
  }

  #connect(): WebSocket {
    this.closed = undefined;
    const ws = new WebSocket(`${this.#base.replace('http', 'ws')}/realtime${this.#query}`, {
      headers: { origin: this.#base, ...(this.#cookie && { cookie: this.#cookie }) },
    });
    ws.on('message', (frame) => this.heard.push(...JSON.parse(String(frame))));
    ws.on('close', (code) => {
      this.closed = code;
    });
    ws.on('error', () => {});
    return ws;
  }

  async ask(event: string, data: unknown, channel = 'bids'): Promise<Record<string, unknown>> {
    this.#id += 1;
    const id = this.#id;
    for (;;) {
      if (this.closed !== undefined) this.ws = this.#connect();
      await until(() => this.ws.readyState === WebSocket.OPEN || this.closed !== undefined);
      if (this.closed === undefined) this.ws.send(JSON.stringify([{ id, channel, event, data }]));
      await until(() => this.closed !== undefined || this.heard.some((one) => one.id === id));
      const answer = this.heard.find((one) => one.id === id);
      if (answer) return answer.data ?? {};
    }
  }
}
