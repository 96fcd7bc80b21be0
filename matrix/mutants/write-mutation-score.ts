import { writeFileSync } from 'node:fs';
import { mutationScore } from './render-mutation-score.ts';

/** Writes docs/mutation-score.md: `npm run mutants:table`. */
writeFileSync(new URL('../../docs/mutation-score.md', import.meta.url), mutationScore);
