import type { TSchema } from 'typebox';

type Node = TSchema & {
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  allOf?: Node[];
  enum?: string[];
};

/** The schema at a path of a schema, through lists and nullable values; undefined: there is none. */
function nodeAt(schema: TSchema, path: string): Node | undefined {
  let found: Node | undefined = schema as Node;
  for (const step of path.split('.')) {
    while (found && !found.properties) {
      found = found.items ?? found.anyOf?.find((one) => one.properties ?? one.items);
    }
    found = found?.properties?.[step];
  }
  return found;
}

/** The paths, of those separated by spaces, at which a schema has nothing. */
export const missingIn = (schema: TSchema, paths: string): string[] =>
  paths.split(' ').filter((path) => nodeAt(schema, path) === undefined);

/** The allowed values at a path, in schema order. */
export const optionsOf = (schema: TSchema, path: string): string[] => {
  const node = nodeAt(schema, path);
  return [...(node?.enum ?? node?.anyOf?.find((one) => one.enum)?.enum ?? [])];
};
