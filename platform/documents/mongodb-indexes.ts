import type { Collection, Db } from 'mongodb';
import { EXPIRY_INDEX, idleIndexes, type MongoIndex, type MongoRow } from './mongodb-row.ts';

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;

async function standingIndexes(collection: Collection<MongoRow>): Promise<string[]> {
  try {
    const indexes = await collection.listIndexes().toArray();
    return indexes.map(({ name }) => String(name));
  } catch (error) {
    if ((error as { code?: unknown }).code === NAMESPACE_NOT_FOUND) return [];
    throw error;
  }
}

/** Makes a collection that is not there: not every transaction may. */
export async function makeCollection(db: Db, name: string): Promise<void> {
  const standing = await db.listCollections({ name }, { nameOnly: true }).toArray();
  if (standing.some((collection) => collection.name === name)) return;
  try {
    await db.createCollection(name);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NAMESPACE_EXISTS) throw error;
  }
}

/** Gives a collection the indexes it is declared with, and takes away those of earlier declarations. */
export async function declareCollection(
  db: Db,
  collectionName: string,
  indexes: readonly MongoIndex[],
): Promise<void> {
  await makeCollection(db, collectionName);
  const collection = db.collection<MongoRow>(collectionName);
  const standing = await standingIndexes(collection);
  for (const name of idleIndexes(standing, indexes)) await collection.dropIndex(name);
  const missing = indexes.filter(({ name }) => !standing.includes(name));
  if (missing.length === 0) return;
  await collection.createIndexes(missing.map(({ name, key, unique }) => ({ name, key, unique })));
}

/** Marks that documents of a collection expire, by the index that finds those which have. */
export async function letExpire(collection: Collection<MongoRow>): Promise<void> {
  await collection.createIndexes([EXPIRY_INDEX]);
}

/** Those of some collections whose documents may expire. */
export async function expiringCollections(db: Db, names: Iterable<string>): Promise<string[]> {
  const expiring: string[] = [];
  for (const name of names) {
    const standing = await standingIndexes(db.collection<MongoRow>(name));
    if (standing.includes(EXPIRY_INDEX.name)) expiring.push(name);
  }
  return expiring;
}
