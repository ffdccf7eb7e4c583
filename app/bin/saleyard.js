#!/usr/bin/env -S node --max-semi-space-size=64 --initial-old-space-size=256
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../cli.ts');
await main(process.argv);
