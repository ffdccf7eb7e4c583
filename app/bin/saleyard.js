#!/usr/bin/env -S node --max-semi-space-size=64 --initial-old-space-size=256
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const ROOT = new URL('../..', import.meta.url).href;

/** Whether the compiled program was made here, of the sources as they are now: `compile.ts` writes their hashes. */
function isCurrent() {
  try {
    const { root, hashes } = JSON.parse(
      readFileSync(new URL('../dist/sources.json', import.meta.url), 'utf8'),
    );
    const isSame = ([file, known]) => known === hash('sha256', readFileSync(new URL(file, ROOT)));
    return root === ROOT && Object.entries(hashes).every(isSame);
  } catch {
    return false;
  }
}

/** Compiles the program. False where nothing can be written; its sources are then compiled as they are loaded. */
async function compile() {
  (await import('tsx/esm/api')).register();
  return (await import('../compile.ts')).compileProgram();
}

// What Node was told to import first may replace sources as they are loaded.
const mayCompile = !process.execArgv.includes('--import');
if (!mayCompile) (await import('tsx/esm/api')).register();
const isCompiled = mayCompile && (isCurrent() || (await compile()));
if (isCompiled) process.setSourceMapsEnabled(true);
const { main } = await import(isCompiled ? '../dist/saleyard.mjs' : '../cli.ts');
await main(process.argv);
