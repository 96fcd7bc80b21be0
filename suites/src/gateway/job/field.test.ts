import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import field from './field.ts';

function answered(body: object): Exchange {
  return {
    id: 'x1',
    side: 'request',
    request: {
      method: 'POST',
      url: 'http://gateway.test/v1/images/generations',
      headers: [],
      body: new Uint8Array(),
      atMs: 0,
    },
    response: { status: 200, headers: [], body: Buffer.from(JSON.stringify(body)), arrivals: [], headersAtMs: 1 },
    ending: 'complete',
    endedAtMs: 2,
  };
}

function judge(body: object) {
  const history = { exchanges: [answered(body)], prefix: 'svc', baseUrl: 'http://gateway.test', notes: {} };
  return [...field.judge(history)];
}

test('an answer that is no Job breaks no field of one, and leaves its fields undecided', () => {
  const judgements = judge({ created: 1, data: [{ b64_json: '' }] });
  expect(judgements.map(({ finding }) => finding)).toEqual(judgements.map(() => undefined));
  expect(judgements).toContainEqual({
    rule: 'job.field.state.present',
    exchanges: ['x1'],
    undecidedBy: 'media.create.image',
  });
});

test('a Job that lacks a field breaks the rule of that field, which shows what there was', () => {
  const broken = judge({ id: 'job_1', object: 'job', generation_id: 'gen_1' }).filter(({ finding }) => finding);
  expect(broken.find(({ rule }) => rule === 'job.field.state.present')?.finding).toMatchObject({
    expected: 'state to be there, and not null',
    observed: 'none in {"id":"job_1","object":"job","generation_id":"gen_1"}',
  });
});
