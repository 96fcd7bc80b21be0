import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source-files.ts';
import { registries } from './registries.ts';

for (const { path, text } of registries()) writeFileSync(join(root, path), text);
