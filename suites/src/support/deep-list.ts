/** More lists within each other than a reader that calls itself for each of them can follow by default. */
const levels = 3_000;

/** JSON of lists within each other. */
export const deepList: string = '['.repeat(levels) + ']'.repeat(levels);
