import { join } from 'node:path';
import { writeBundle } from './bundle.ts';

/** Bundles the command line into `cli/bundle`. Each command is a file of its own, loaded when it is used. */
const cli = join(import.meta.dirname, '../../cli');

await writeBundle({
  folder: join(cli, 'bundle'),
  input: {
    main: join(cli, 'src/main.ts'),
    'simulator-thread': join(cli, 'src/simulate/simulator-thread.ts'),
  },
  // An install may leave them out.
  external: ['@gateproof/deviations', 'testcontainers', 'vitest'],
});
