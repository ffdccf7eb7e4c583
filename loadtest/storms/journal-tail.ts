import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;

/** Counts what a journal already has while k6 still writes it. */
export class JournalTail {
  readonly #file: string;
  readonly #chunk = Buffer.alloc(CHUNK_BYTES);
  #fd: number | null = null;
  #rest = '';
  #counts = { bids: 0, inside: 0, pages: 0 };

  constructor(file: string) {
    this.#file = file;
  }

  /** So far: bids with an outcome, clients in the room, pages read. */
  read(): { bids: number; inside: number; pages: number } {
    try {
      this.#fd ??= openSync(this.#file, 'r');
    } catch {
      return this.#counts;
    }
    for (;;) {
      const bytes = readSync(this.#fd, this.#chunk, 0, CHUNK_BYTES, null);
      if (bytes === 0) return { ...this.#counts };
      const lines = `${this.#rest}${this.#chunk.toString('utf8', 0, bytes)}`.split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#count(line);
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #count(line: string): void {
    if (line.startsWith('{"k":"bid"')) this.#counts.bids += 1;
    else if (line.startsWith('{"k":"page"')) this.#counts.pages += 1;
    else if (line.startsWith('{"k":"socket"')) {
      if (line.includes('"what":"joined"') || line.includes('"what":"resumed"')) this.#counts.inside += 1;
      else if (line.includes('"what":"lost"') || line.includes('"what":"left"')) this.#counts.inside -= 1;
    }
  }
}
