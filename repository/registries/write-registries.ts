import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOptions } from '../script-options.ts';
import { root } from '../source-files.ts';
import { registries } from './registries.ts';

/** Writes the lists of checks, deviations, variations and faults from their folders. */
scriptOptions({});

for (const { path, text } of registries()) writeFileSync(join(root, path), text);
