import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

/** Runs Vitest on the fixture as a team would, and writes its JSON report. Arguments: the file, and a pattern for test names or nothing. */
const [outputFile = '', pattern] = process.argv.slice(2);
const conditions = ['@gateproof/source'];
const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    watch: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['conformance.fixture.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: outputFile },
    ...(pattern === undefined ? {} : { testNamePattern: pattern }),
  },
  { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } },
);
await vitest.close();
