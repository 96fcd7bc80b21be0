import { writeFileSync } from 'node:fs';
import { scriptOptions } from '../script-options.ts';
import { generatedFiles } from './generated-files.ts';

/** Writes what the kits in other languages have from the testbed's description. */
scriptOptions({});
for (const [path, text] of generatedFiles()) writeFileSync(path, text);
