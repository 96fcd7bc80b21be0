import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

/** Writes what the kits in other languages have from the testbed's description. */
for (const [path, text] of generatedFiles()) writeFileSync(path, text);
