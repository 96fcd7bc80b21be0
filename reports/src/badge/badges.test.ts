import { expect, test } from 'vitest';
import { sampleClass, sampleDocument, sampleFailure, sampleRule } from '../sample-document.fixture.ts';
import { badgeSvg, endpointJson } from './badge-image.ts';
import { badgesOf } from './badges.ts';

const failed = sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() });
const document = sampleDocument([failed, sampleRule({ rule: 'auth.a' }), sampleRule({ rule: 'auth.b' })]);
const none = sampleClass().verdicts;
const classes = [
  sampleClass({ outcome: 'broken', passed: 8 }),
  sampleClass({ class: 'jobs', title: 'Jobs', outcome: 'not-claimed' }),
  sampleClass({ class: 'webhooks', title: 'Webhooks', outcome: 'not-shown', notShown: ['a delivery that arrives'] }),
  sampleClass({ class: 'streaming', title: 'Streaming', outcome: 'known', passed: 9, verdicts: { ...none, known: 1 } }),
  sampleClass({ class: 'basic', title: 'Basic <b>', outcome: 'conformant' }),
];

test('the run and each class that was shown have a badge, which says what they came to', () => {
  const badges = badgesOf({ ...document, summary: { ...document.summary, classes } });
  expect(badges.map(({ name, message }) => [name, message])).toEqual([
    ['gateproof', '1 failed, 2 passed'],
    ['core', 'broken, 8 of 10 hold'],
    ['jobs', 'not claimed'],
    ['streaming', 'known 1, 9 of 10 hold'],
    ['basic', 'conformant'],
  ]);
  expect(badges[0]?.colour).toBe(badges[1]?.colour);
  expect(badges[4]?.colour).not.toBe(badges[1]?.colour);
  expect(badges[3]?.colour).not.toBe(badges[4]?.colour);
});

test('a run without failures counts what passed', () => {
  expect(badgesOf(sampleDocument([sampleRule({ rule: 'auth.a' })]))[0]?.message).toBe('1 passed');
});

test('a badge is an image that names what it shows, whatever the text', () => {
  const svg = badgeSvg({ name: 'x', label: 'gateproof basic <b>', message: 'conformant', colour: '2e7d32' });
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" role="img"><title>/);
  expect(svg).toContain('<title>gateproof basic &lt;b&gt;: conformant</title>');
  expect(svg).not.toContain('<b>');
});

test('a badge is an endpoint for shields.io', () => {
  const json = endpointJson({ name: 'x', label: 'gateproof', message: '1 passed', colour: '2e7d32' });
  expect(JSON.parse(json)).toEqual({ schemaVersion: 1, label: 'gateproof', message: '1 passed', color: '2e7d32' });
});
