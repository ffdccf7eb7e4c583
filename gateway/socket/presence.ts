/** How many are connected now. A person with three tabs is one person and three sockets. */
export type PresenceCount = { sockets: number; people: number; anonymous: number };

/** The people who are connected [G16]: signed-in people by account, and anonymous visitors by the id they requested. */
export class Presence {
  readonly #people = new Map<string, number>();
  readonly #anonymous = new Set<string>();
  #sockets = 0;

  socketOpened(user: string | null): void {
    this.#sockets += 1;
    if (user !== null) this.#people.set(user, (this.#people.get(user) ?? 0) + 1);
  }

  socketClosed(user: string | null): void {
    this.#sockets -= 1;
    if (user === null) return;
    const left = (this.#people.get(user) ?? 1) - 1;
    if (left > 0) this.#people.set(user, left);
    else this.#people.delete(user);
  }

  anonymousCame(id: string): void {
    this.#anonymous.add(id);
  }

  /** Whether an anonymous visitor with this id is connected. */
  has(id: string): boolean {
    return this.#anonymous.has(id);
  }

  /** Returns false when no visitor had that id. */
  anonymousLeft(id: string): boolean {
    return this.#anonymous.delete(id);
  }

  get count(): PresenceCount {
    return { sockets: this.#sockets, people: this.#people.size, anonymous: this.#anonymous.size };
  }
}
