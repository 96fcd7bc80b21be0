import { expect, test } from 'vitest';
import { renderJson } from './json.ts';
import { sampleDocument, sampleFailure, sampleRule } from './sample-document.fixture.ts';

test('the document is read back as it was', () => {
  const document = sampleDocument([sampleRule({ rule: 'a.b', verdict: 'fail', failure: sampleFailure() })]);
  expect(JSON.parse(renderJson(document))).toEqual(document);
});
