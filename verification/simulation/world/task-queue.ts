type Task = { at: number; order: number; run: (() => void) | null };

const isBefore = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Pending tasks, soonest first; equal times keep the order of adding. A binary heap. */
export class TaskQueue {
  readonly #heap: Task[] = [];
  #order = 0;

  /** Adds a task; returns what takes it out again. */
  add(at: number, run: () => void): () => void {
    const task: Task = { at, order: this.#order, run };
    this.#order += 1;
    this.#heap.push(task);
    this.#rise(this.#heap.length - 1);
    // It stays in the heap and is passed by when its time comes.
    return () => {
      task.run = null;
    };
  }

  /** When the first task is due; undefined when there is none. */
  get nextAt(): number | undefined {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined || first.run !== null) return first?.at;
      this.#removeFirst();
    }
  }

  /** The first task, taken out. */
  takeFirst(): (() => void) | undefined {
    if (this.nextAt === undefined) return undefined;
    return this.#removeFirst()?.run ?? undefined;
  }

  #removeFirst(): Task | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) {
      heap[0] = last;
      this.#sink();
    }
    return first;
  }

  #rise(from: number): void {
    const heap = this.#heap;
    const task = heap[from] as Task;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Task;
      if (!isBefore(task, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = task;
  }

  #sink(): void {
    const heap = this.#heap;
    const task = heap[0] as Task;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Task)) child += 1;
      const below = heap[child] as Task;
      if (!isBefore(below, task)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = task;
  }
}
