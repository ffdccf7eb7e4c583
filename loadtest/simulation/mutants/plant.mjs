// Loaded before anything that compiles TypeScript, so that what is patched is the very source.
import { register } from 'node:module';

register(new URL('./plant-hook.mjs', import.meta.url), { data: process.env.SALEYARD_MUTANT });
