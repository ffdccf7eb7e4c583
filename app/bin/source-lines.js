import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * From now on stack traces name lines of the sources in place of those of the compiled program in `folder` (a URL). A map is
 * read when the first trace needs it. Node's own source maps are read with each module: a tenth of the time of a start.
 */
export function nameSourceLines(folder) {
  const maps = new Map();
  const mapOf = (file) => {
    if (!maps.has(file)) {
      try {
        maps.set(file, new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8'))));
      } catch {
        // A newer program has been compiled since, and the map is gone.
        maps.set(file, null);
      }
    }
    return maps.get(file);
  };
  const named = (frame) => {
    const text = String(frame);
    const file = frame.getFileName();
    if (!file?.startsWith(folder)) return text;
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    const found = mapOf(file)?.findEntry(line - 1, column - 1);
    if (found?.originalSource === undefined) return text;
    const source = new URL(found.originalSource, file);
    return text.replace(
      `${file}:${line}:${column}`,
      `${source.href}:${found.originalLine + 1}:${found.originalColumn + 1}`,
    );
  };
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${named(frame)}`)].join('\n');
}
