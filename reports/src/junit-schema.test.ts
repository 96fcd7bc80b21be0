import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { hostileDocument } from './hostile-document.fixture.ts';
import { renderJunit } from './junit.ts';
import { sampleDocument, sampleFailure, sampleRule } from './sample-document.fixture.ts';
import { verdictOrder } from './text/verdict-look.ts';

/** The JUnit schema of Jenkins: github.com/jenkinsci/xunit-plugin, junit-10.xsd. */
const schema = readFileSync(new URL('junit-10.fixture.xsd', import.meta.url), 'utf8');

async function problemsOf(contents: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents }], schema: [schema] });
  return errors.map(({ message }) => message);
}

const ofEveryVerdict = sampleDocument(
  verdictOrder.map((verdict) => sampleRule({ rule: `v.${verdict}`, verdict, failure: sampleFailure() })),
  { baseline: { entries: 2, stale: [{ rule: 'a.b', why: 'passes now' }] } },
);

test.each([
  ['a rule of every verdict and a stale entry of a baseline', ofEveryVerdict],
  ['hundreds of hostile failures', hostileDocument()],
])('%s keep the schema of Jenkins, strict or not', async (_name, document) => {
  for (const strict of [false, true]) expect(await problemsOf(renderJunit(document, { strict }))).toEqual([]);
});

test('the schema refuses what it does not describe', async () => {
  const spoiled = renderJunit(ofEveryVerdict).replace('<testcase ', '<testcase colour="red" ');
  expect(await problemsOf(spoiled)).toEqual([expect.stringContaining("'colour' is not allowed")]);
});
