/** Ids are keys of every store's trees; longer ones are refused. */
const ID_CHARS_LIMIT = 400;

/** @throws RangeError */
export function mustBeId(id: string): void {
  if (id.length === 0 || id.length > ID_CHARS_LIMIT || id.includes('\0')) {
    throw new RangeError(`a document's id has 1 to ${ID_CHARS_LIMIT} characters, and none is zero`);
  }
}
