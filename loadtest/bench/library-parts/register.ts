import { register } from 'node:module';

/**
 * To be preloaded (`--import`) by a server that is measured without the gateway's own parts of the bid path. In their
 * place it gets the modules of this folder: `ws` reads every frame, each bid is parsed and validated by its schema, and
 * answers are made by JSON.stringify. The program itself has no such option.
 */
register(new URL('./hooks.ts', import.meta.url));
