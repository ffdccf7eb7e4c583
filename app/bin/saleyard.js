#!/usr/bin/env -S node --max-semi-space-size=64
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../cli.ts');
await main(process.argv);
