import {
  type CollectionSpec,
  type Documents,
  DocumentsUnavailable,
  type DocumentWrite,
  type Filter,
  type FindOptions,
  type Stored,
} from './port.ts';

/** Holds one document for each version of a read model that is stored: its id is `model@version`. */
export const READ_MODELS = 'read-models';

/** A version of a read model in the store. `isComplete`: it has caught up with the log, so it may be read. */
export type StoredVersion = {
  model: string;
  version: number;
  collections: readonly string[];
  isComplete: boolean;
  /** The lease of the build that makes it; '' for the first build, which kept no such document. */
  lease: string;
};

/** Names a projection, or one of its collections, at one version. */
export const atVersion = (name: string, version: number): string => `${name}@${version}`;

/** Version 1 has the names that read models had before they had versions. */
const physicalName = (name: string, version: number): string =>
  version === 1 ? name : `${name}-v${version}`;

const VERSIONED = /^(.+)@(\d+)$/;

/** A version of a read model that this build cannot read, or none, is stored, and the build's own is not complete yet. */
export class ReadModelBuilding extends DocumentsUnavailable {
  constructor(model: string) {
    super(new Error(`the read model ${model} is being built`));
    this.name = 'ReadModelBuilding';
    this.message = `the read model ${model} is being built`;
  }
}

/** For `catch`: the given answer while a read model is being built; any other error is thrown again. */
export const orWhileBuilding =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (error instanceof ReadModelBuilding) return answer;
    throw error;
  };

type Model = { name: string; version: number; readsSince: number; collections: Set<string> };

/** The versions of a read model that are stored, in no order. */
export async function versionsOf(
  documents: Documents,
  model: string,
  collections: Iterable<string>,
): Promise<StoredVersion[]> {
  const stored: StoredVersion[] = await documents.find<StoredVersion>(READ_MODELS, { model });
  const hasFirst = stored.some(({ version }) => version === 1);
  if (hasFirst || (await documents.checkpoint(atVersion(model, 1))) < 0) return stored;
  return [...stored, { model, version: 1, collections: [...collections], isComplete: false, lease: '' }];
}

/** Notes that a version is stored. */
export const noteVersion = (documents: Documents, version: StoredVersion): Promise<void> =>
  documents.upsert(READ_MODELS, atVersion(version.model, version.version), version);

/** Removes a version and what is noted about it. Stopped at any moment and repeated, it ends the same. */
export async function removeVersion(documents: Documents, version: StoredVersion): Promise<void> {
  const at = (name: string) => atVersion(name, version.version);
  // Noted first: what is half removed must neither be read nor be forgotten.
  await noteVersion(documents, { ...version, isComplete: false });
  await documents.drop(at(version.model), version.collections.map(at));
  await documents.deleteOne(READ_MODELS, at(version.model));
}

/**
 * A store that can hold several versions of a read model. Readers name a collection and get the
 * build's own version of it once it is complete. Until then they get the newest complete version that the build can
 * read, or `ReadModelBuilding`. In a store that holds no version, the build's own is read as it grows.
 * `name@version` names one version, also where readers get another.
 */
export class VersionedDocuments implements Documents {
  readonly #store: Documents;
  readonly #models = new Map<string, Model>();
  readonly #modelOf = new Map<string, Model>();
  /** Models whose own version is known to be complete. */
  readonly #complete = new Set<string>();
  /** Collections that were declared: no read model takes their names later. */
  readonly #declared = new Set<string>();

  /** `collections`: what may be read before anything is declared. */
  constructor(store: Documents, collections: readonly CollectionSpec[] = []) {
    this.#store = store;
    for (const spec of collections) this.#register(spec);
  }

  #register({ name, model }: CollectionSpec): void {
    if (model === undefined) return;
    const { version, readsSince = version } = model;
    const known = this.#models.get(model.name);
    const same = known?.version === version && known.readsSince === readsSince ? known : undefined;
    const registered = same ?? { name: model.name, version, readsSince, collections: new Set<string>() };
    if (same === undefined) this.#complete.delete(model.name);
    registered.collections.add(name);
    this.#models.set(model.name, registered);
    this.#modelOf.set(name, registered);
  }

  async declare(collections: readonly CollectionSpec[]): Promise<void> {
    for (const spec of collections) this.#register(spec);
    const own = collections.map((spec) => ({ ...spec, name: this.#own(spec.name) }));
    await this.#store.declare([...own, { name: READ_MODELS }]);
    for (const { name } of collections) this.#declared.add(name);
    const read = await Promise.all(
      collections.map(({ name }) => this.#place(name).catch(orWhileBuilding(this.#own(name)))),
    );
    const older = collections
      .map((spec, n) => ({ ...spec, name: read[n] ?? spec.name }))
      .filter(({ name }, n) => name !== own[n]?.name);
    if (older.length > 0) await this.#store.declare(older);
  }

  /** Where what is written under a name goes. */
  #own(name: string): string {
    const [, base, version] = VERSIONED.exec(name) ?? [];
    if (base !== undefined) return physicalName(base, Number(version));
    const model = this.#modelOf.get(name) ?? this.#models.get(name);
    return model === undefined ? name : physicalName(name, model.version);
  }

  /** Where what is read under a collection's name is. @throws ReadModelBuilding */
  async #place(name: string): Promise<string> {
    const model = this.#modelOf.get(name);
    return model === undefined ? this.#own(name) : physicalName(name, await this.#versionRead(model));
  }

  async #versionRead(model: Model): Promise<number> {
    const { name, version, readsSince, collections } = model;
    if (this.#complete.has(name)) return version;
    const stored = await versionsOf(this, name, collections);
    if (stored.some((one) => one.version === version && one.isComplete)) {
      this.#complete.add(name);
      return version;
    }
    const others = stored.filter((one) => one.version !== version);
    const readable = others.filter(
      (one) => one.isComplete && one.version >= readsSince && one.version < version,
    );
    if (readable.length > 0) return Math.max(...readable.map((one) => one.version));
    if (others.length > 0) throw new ReadModelBuilding(name);
    return version;
  }

  async placeOf(collection: string): Promise<string | null> {
    if (!this.#declared.has(collection)) return null;
    const model = this.#modelOf.get(collection);
    if (model !== undefined) await this.#versionRead(model).catch(orWhileBuilding(0));
    return model === undefined || this.#complete.has(model.name) ? this.#own(collection) : null;
  }

  /** Reads, again if the version that was read has been replaced meanwhile: its documents may have been removed. */
  async #read<T>(collection: string, read: (place: string) => Promise<T>): Promise<T> {
    for (;;) {
      const place = await this.#place(collection);
      const found = await read(place);
      if (place === this.#own(collection) || place === (await this.#place(collection))) return found;
    }
  }

  get<T>(collection: string, id: string): Promise<Stored<T> | undefined> {
    return this.#read(collection, (place) => this.#store.get<T>(place, id));
  }

  find<T>(collection: string, filter: Filter, options?: FindOptions): Promise<Stored<T>[]> {
    return this.#read(collection, (place) => this.#store.find<T>(place, filter, options));
  }

  count(collection: string, filter: Filter): Promise<number> {
    return this.#read(collection, (place) => this.#store.count(place, filter));
  }

  async *dump(collection: string): AsyncIterable<Stored<Record<string, unknown>>> {
    yield* this.#store.dump(await this.#place(collection));
  }

  async commit(
    projection: string,
    position: number,
    writes: readonly DocumentWrite[],
    after?: number,
  ): Promise<void> {
    const placed = writes.map((write) => ({ ...write, collection: this.#own(write.collection) }));
    await this.#store.commit(this.#own(projection), position, placed, after);
  }

  async checkpoint(projection: string): Promise<number> {
    const model = this.#models.get(projection);
    if (model === undefined) return this.#store.checkpoint(this.#own(projection));
    const reached = await this.#store.checkpoint(physicalName(projection, await this.#versionRead(model)));
    // The store was lost: what it holds now is found out again.
    if (reached < 0) this.#complete.delete(projection);
    return reached;
  }

  async drop(projection: string, collections: readonly string[]): Promise<void> {
    const model = this.#models.get(projection);
    if (model !== undefined) {
      this.#complete.delete(projection);
      for (const version of await versionsOf(this, projection, model.collections))
        await removeVersion(this, version);
    }
    await this.#store.drop(
      this.#own(projection),
      collections.map((name) => this.#own(name)),
    );
  }

  upsert(
    collection: string,
    id: string,
    document: Record<string, unknown>,
    expiresAt?: number,
  ): Promise<void> {
    return this.#store.upsert(this.#own(collection), id, document, expiresAt);
  }

  deleteOne(collection: string, id: string): Promise<void> {
    return this.#store.deleteOne(this.#own(collection), id);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
