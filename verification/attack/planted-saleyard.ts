import { main } from '@saleyard/app/cli.ts';

/** `saleyard`, as a module that can be compiled with a bug. */
await main(process.argv);
