import { writeFileSync } from 'node:fs';
import { scriptOptions } from '../../repository/script-options.ts';
import { mutationScore } from './render-mutation-score.ts';

/** Writes docs/mutation-score.md: `npm run mutants:table`. */
scriptOptions({});
writeFileSync(new URL('../../docs/mutation-score.md', import.meta.url), mutationScore);
