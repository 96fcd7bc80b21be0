import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.ts';

test.each(generatedFiles().map(([path, text]) => [path.pathname.split('/kits/')[1], path, text] as const))(
  '%s is what `npm run kits` writes',
  (_, path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
