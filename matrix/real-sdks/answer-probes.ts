import type { ClientWorld, ScriptedAnswer } from '@gateproof/harness';
import type { DriverOperation } from '@gateproof/spec';
import { completion, errorOf, refusal } from './answers.ts';
import { answerRefused, errorHidden, fallbackHidden } from './findings.ts';
import { type Asked, hear, type Probe, toldIn } from './probe.ts';

const reads = (question: string, answer: ScriptedAnswer): Probe => ({
  question,
  finding: answerRefused,
  async ask(world) {
    const { answer: heard } = await hear(world, [answer]);
    if (heard?.ok !== true) return '**fails**';
    return heard.result.content === 'Hello world' ? 'read' : '**content lost**';
  },
});

/** Whether the caller can learn a part of an error. */
const learns = (question: string, part: 'code' | 'kind' | 'request_id', wanted: string): Probe => ({
  question,
  finding: errorHidden,
  async ask(world) {
    const more = { request_id: 'req_77' };
    const { answer } = await hear(world, [refusal('forbidden', more, { 'x-svc-request-id': 'req_77' })]);
    if (answer === undefined || answer.ok) return '**no failure**';
    const reported = answer.error[part];
    if (reported === wanted) return 'reported';
    if (reported !== undefined) return `**reported as** \`${reported}\``;
    // Callers branch on the code; the other parts are for logs and support.
    return part === 'code' ? '**not reported**' : 'not reported';
  },
});

async function supported(world: ClientWorld, op: DriverOperation, ask: () => Promise<string>): Promise<string> {
  return world.supports(op) ? ask() : 'no such function';
}
const ofPath = (question: string, op: DriverOperation, answer: ScriptedAnswer, asked: Asked = {}): Probe => ({
  question,
  finding: answerRefused,
  ask: (world) =>
    supported(world, op, async () => {
      const { paths } = await hear(world, [answer], { op, ...asked });
      return `\`${paths[0] ?? 'no request'}\``;
    }),
});
const model = { id: 'acme/talker', object: 'model', created: 1, owned_by: 'acme', modality: 'text', pricing: {} };

/** What an SDK reads, and what it reports to its caller. */
export const answerProbes: readonly Probe[] = [
  learns('`code` of an error', 'code', 'forbidden'),
  learns('`kind` of an error', 'kind', 'terminal'),
  learns('request id of an error (`x-svc-request-id`)', 'request_id', 'req_77'),
  {
    question: 'code that the table does not list',
    finding: errorHidden,
    ask: async (world) => toldIn(await hear(world, [{ status: 400, body: { error: errorOf('brand_new_code') } }])),
  },
  {
    question: 'code `context_length_exceeded`',
    finding: errorHidden,
    ask: async (world) => toldIn(await hear(world, [refusal('context_length_exceeded')])),
  },
  {
    question: 'error without an envelope (an HTML page with 400)',
    finding: errorHidden,
    ask: async (world) =>
      toldIn(await hear(world, [{ status: 400, headers: { 'content-type': 'text/html' }, body: '<p>no' }])),
  },
  reads("a completion with the contract's fields alone", completion({ system_fingerprint: undefined })),
  reads('unknown fields in a completion', completion({ new_field: { a: [1] }, warnings: ['x'] })),
  reads(
    'a completion without `id`, `created`, `usage`',
    completion({ id: undefined, created: undefined, usage: undefined }),
  ),
  reads(
    'unknown `finish_reason`',
    completion({
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello world' }, finish_reason: 'tired' }],
    }),
  ),
  reads('numbers as `3.0` and `1.79e9`', {
    body: JSON.stringify(completion().body)
      .replace('"total_tokens":3', '"total_tokens":3.0')
      .replace('1790000000', '1.79e9'),
  }),
  {
    question: 'model that answered, when it is a fallback',
    finding: fallbackHidden,
    async ask(world) {
      const params = { models: ['acme/fallback'] };
      const { answer, bodies } = await hear(world, [completion({ model: 'acme/fallback' })], { params });
      if (!(bodies[0] ?? '').includes('"models":["acme/fallback"]')) return '**list not sent**';
      return answer?.ok === true && answer.result.model === 'acme/fallback' ? 'reported' : '**not reported**';
    },
  },
  ofPath('path of `GET /v1/models/acme/talker`', 'get_model', { body: model }, { params: { model: 'acme/talker' } }),
];
