import { createConnection, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** A network line to a server on this machine, which a test can cut, hold and bring back. */
export class Line {
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #isHeld = false;
  #isDown = false;

  private constructor(to: number) {
    this.#server = createServer((near) => {
      if (this.#isDown) return void near.destroy();
      const far = createConnection(to, HOST);
      const pair: [Socket, Socket] = [near, far];
      this.#pairs.add(pair);
      near.pipe(far);
      far.pipe(near);
      if (this.#isHeld) this.#pause(pair);
      const end = (): void => {
        this.#pairs.delete(pair);
        near.destroy();
        far.destroy();
      };
      for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end);
    });
  }

  /** A line to a port. */
  static async to(port: number): Promise<Line> {
    const line = new Line(port);
    await new Promise<void>((resolve) => line.#server.listen(0, HOST, resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get url(): string {
    return `esdb://${HOST}:${this.port}?tls=false`;
  }

  /** Breaks every connection. The next one is let through. */
  cut(): void {
    for (const [near, far] of this.#pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }

  /** Lets no new connection through until `restore`. */
  refuse(): void {
    this.#isDown = true;
  }

  /** Breaks every connection and lets none through until `restore`. */
  down(): void {
    this.#isDown = true;
    this.cut();
  }

  /** Nothing arrives any more, and nobody is notified, until `restore`. */
  hold(): void {
    this.#isHeld = true;
    for (const pair of this.#pairs) this.#pause(pair);
  }

  #pause([near, far]: [Socket, Socket]): void {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  }

  restore(): void {
    this.#isDown = false;
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const [near, far] of this.#pairs) {
      near.pipe(far);
      far.pipe(near);
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
