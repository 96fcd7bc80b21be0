/** @import { ReportedRequest } from '../src/control/journal-protocol.ts' */
/** @import { ReportedFault } from '../src/control/fault-protocol.ts' */
/** @import { Action } from './actions.js' */
/** @import { Job } from './world.js' */

/**
 * A test for Vitest around these lines, with an account of its own.
 *
 * @param {string} title
 * @param {readonly string[]} lines
 */
function testText(title, lines) {
  const code = lines.join('\n');
  const takesLocal = code.includes('account.webhooks.create');
  return [
    `import { ${takesLocal ? 'simulatorTest' : 'test'} } from '@gateproof/simulator/vitest';`,
    ...(code.includes('expect(') ? ["import { expect } from 'vitest';"] : []),
    '',
    ...(takesLocal ? ['const test = simulatorTest({ allowLocalWebhooks: true });', ''] : []),
    `test(${JSON.stringify(title)}, async ({ account }) => {`,
    ...lines.map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

/**
 * The test that sends a request of the journal and expects its status again, with the faults that acted on it.
 *
 * @param {ReportedRequest} request
 * @param {readonly ReportedFault[]} faults of the account
 */
export function testOfRequest(request, faults) {
  const { method, path, status, code } = request;
  const acted = faults.filter(({ description }) => request.faults.includes(description));
  const rules = acted.map(({ fault, on }) => JSON.stringify(on === undefined ? { fault } : { fault, on }));
  const answered = status === null ? 'is answered' : `is answered with ${status}${code === null ? '' : ` ${code}`}`;
  return testText(`${method} ${path} ${answered}`, [
    ...(rules.length === 0 ? [] : [`await account.faults.set(${rules.join(', ')});`]),
    ...requestLines('answer', request),
    `expect(answer.status).toBe(${status ?? 200});`,
    ...(code === null
      ? []
      : [`expect(await answer.json()).toMatchObject({ error: { code: ${JSON.stringify(code)} } });`]),
  ]);
}

/**
 * The test that submits a job again, by the request that made it where the journal still has it, and waits for its state.
 *
 * @param {Job} job
 * @param {ReportedRequest | undefined} request
 */
export function testOfJob({ state, modality, model }, request) {
  const submission = request ?? {
    method: 'POST',
    path: modality === 'image' ? '/v1/images/generations' : '/v1/audio/transcriptions',
    headers: {},
    body: {
      model,
      ...(modality === 'image' ? { prompt: 'a red square' } : { audio_url: 'https://audio.example.com/hello.wav' }),
    },
    body_bytes: 1,
  };
  return testText(`A job of ${model} becomes ${state}`, [
    ...requestLines('answer', submission),
    'const { id } = (await answer.json()) as { id: string };',
    `await account.wait.forJob(id, '${state}');`,
  ]);
}

/**
 * The test that does what a button did.
 *
 * @param {Action} action
 */
export function testOfAction({ method, path, code }) {
  return testText(`After ${method} ${path}`, code);
}

/**
 * @param {string} name of what holds the answer
 * @param {Pick<ReportedRequest, 'method' | 'path' | 'headers' | 'body' | 'body_bytes'>} request
 * @returns {readonly string[]}
 */
function requestLines(name, { method, path, headers, body, body_bytes: bytes }) {
  const key = headers['idempotency-key'];
  const init = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(key === undefined ? [] : [`headers: { 'idempotency-key': ${JSON.stringify(key)} },`]),
    ...(bytes === 0
      ? []
      : [`body: ${typeof body === 'string' ? JSON.stringify(body) : `JSON.stringify(${JSON.stringify(body)})`},`]),
  ];
  const call = `await account.request(${JSON.stringify(path.replace(/^\/v1/, ''))}`;
  return init.length === 0
    ? [`const ${name} = ${call});`]
    : [`const ${name} = ${call}, {`, ...init.map((line) => `  ${line}`), '});'];
}
