import { deviations } from '@gateproof/deviations';
import type { ResultDocument } from '@gateproof/harness';
import { type Behaviour, referenceBehaviour } from '@gateproof/simulator';
import { expect, test } from 'vitest';
import { runUnder } from './run-under.ts';

const runTestMs = 120_000;

/** The simulator with these deviations, judged by these rules. */
function judge(ids: readonly string[], only: readonly string[]): Promise<ResultDocument> {
  const behaviour = ids.reduce((seen: Behaviour, id) => {
    const deviation = deviations.find((one) => one.id === id);
    if (deviation === undefined) throw new Error(`no deviation is called ${id}`);
    return deviation.apply(seen);
  }, referenceBehaviour);
  return runUnder(behaviour, 7, { only, effort: 'quick' });
}
const causesOf = ({ summary }: ResultDocument) =>
  Object.fromEntries(summary.causes.map(({ id, folded }) => [id, folded.toSorted()]));

const refusals = ['auth.key.unknown', 'chat.body.model.missing'];

test(
  'rules that break by one deviation of the answers fold under the repair that mends it',
  async () => {
    const document = await judge(
      ['error.envelope.object'],
      [...refusals, 'error.envelope.object', 'chat.relay.content'],
    );
    expect(causesOf(document)).toEqual({ 'error-envelope-text': [...refusals, 'error.envelope.object'].toSorted() });
    const [cause] = document.summary.causes;
    expect(cause).toMatchObject({ kind: 'repair', proved: true, waiting: [] });
    expect(document.exchanges[cause?.exchange ?? '']?.response?.status).toBeGreaterThanOrEqual(400);
  },
  runTestMs,
);

test(
  'each of two deviations has a cause of its own',
  async () => {
    const document = await judge(
      ['error.code.invalid-request.status', 'stream.event.done-once'],
      ['chat.body.model.missing', 'stream.event.done-once', 'stream.relay.duplicate-done'],
    );
    expect(causesOf(document)).toEqual({
      'status-unprocessable': ['chat.body.model.missing'],
      'stream-done-repeated': ['stream.event.done-once', 'stream.relay.duplicate-done'],
    });
  },
  runTestMs,
);

test(
  'a rule that stays broken with every answer repaired is a cause of its own',
  async () => {
    const document = await judge(
      ['error.envelope.object', 'chat.body.temperature.type'],
      ['chat.body.temperature.type', ...refusals],
    );
    expect(document.rules.find(({ rule }) => rule === 'chat.body.temperature.type')?.verdict).toBe('fail');
    expect(causesOf(document)).toEqual({
      'chat.body.temperature.type': [],
      'error-envelope-text': refusals.toSorted(),
    });
  },
  runTestMs,
);

test(
  'a target without deviations has no causes',
  async () => {
    const { summary } = await judge([], refusals);
    expect(summary).toMatchObject({ exitCode: 0, causes: [] });
  },
  runTestMs,
);

test(
  'a rule that another break blocks is not claimed by a cause that does not mend what blocks it',
  async () => {
    const document = await judge(
      ['error.envelope.object', 'chat.model.echoed'],
      [
        ...refusals,
        'error.envelope.object',
        'error.envelope.code-present',
        'error.envelope.param-null',
        'chat.model.echoed',
      ],
    );
    const claims = document.summary.causes.filter(({ proved }) => proved);
    expect(claims.find(({ id }) => id === 'error-envelope-text')?.folded).toContain('error.envelope.param-null');
    expect(claims.find(({ id }) => id === 'reply-model')?.folded).toEqual(['chat.model.echoed']);
  },
  runTestMs,
);
