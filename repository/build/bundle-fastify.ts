import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { noticesFor } from './notices.ts';

/**
 * Writes Fastify with the packages that it needs as one file of the simulator's package: an install gets a quarter of the packages, and the import
 * opens one file. It stays readable, so that what fails in it can be found by its stack trace.
 */
const folder = join(import.meta.dirname, '../../simulator/dist/vendor');

const bundle = await rolldown({ input: 'fastify', platform: 'node', external: [/^node:/] });
const { output } = await bundle.write({ file: join(folder, 'fastify.js'), format: 'esm' });
await bundle.close();
writeFileSync(
  join(folder, 'NOTICES'),
  noticesFor(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))),
);
