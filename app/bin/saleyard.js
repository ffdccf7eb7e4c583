#!/usr/bin/env -S node --max-semi-space-size=64 --initial-old-space-size=256
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { nameSourceLines } from './source-lines.js';

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

/** Compiles the program. False where nothing can be written. */
async function compile() {
  const { compileProgram } = await import('../compile.ts');
  return compileProgram();
}

// A module that `--import` names may replace sources as they are loaded.
const replacesSources = process.execArgv.includes('--import');
// Another thread runs what the first one has checked.
const COMPILED = 'saleyard is compiled';
const isReady = !replacesSources && (isMainThread ? isCurrent() : getEnvironmentData(COMPILED) === true);
// Sources are compiled as they are loaded: those of the compiler, and all where it can't be used.
if (!isReady) (await import('tsx/esm/api')).register();
const isCompiled = isReady || (!replacesSources && (await compile()));
if (isCompiled) nameSourceLines(new URL('../dist/', import.meta.url).href);
setEnvironmentData(COMPILED, isCompiled);
if (isMainThread) {
  const { main } = await import(isCompiled ? '../dist/saleyard.mjs' : '../cli.ts');
  await main(process.argv);
} else await import(isCompiled ? '../dist/worker-thread.mjs' : '../server/threads/worker-thread.ts');
