import { type Fault, script, turn } from '@gateproof/upstreams';
import { expect, test } from 'vitest';
import { type ScriptedEndpoint, unaskedFailure } from './unasked-failures.ts';

const endpoint = (wasCalled: boolean, ...faults: readonly Fault[]): ScriptedEndpoint => ({
  script: script(turn({ kind: 'default' }, ...faults)),
  isSeen: true,
  wasCalled: () => wasCalled,
});
const failure: Fault = { kind: 'status', status: 500 };

test('a case whose failing endpoint was not asked has shown nothing', () => {
  expect(unaskedFailure([endpoint(false, failure), endpoint(true)])).toBe(
    'no endpoint that was to fail was asked (status)',
  );
});

test('one failing endpoint that was asked is enough: which of them is asked is the choice of the gateway', () => {
  expect(unaskedFailure([endpoint(false, failure), endpoint(true, failure)])).toBeUndefined();
});

test.each<[string, ScriptedEndpoint]>([
  ['that serves', endpoint(false)],
  ['that serves in another form', endpoint(false, { kind: 'crlf' })],
  ['that is held', endpoint(false, { kind: 'gate', gate: 'answer', beforeEvent: 1 })],
  ['whose port is closed', { ...endpoint(false, failure), isSeen: false }],
])('an endpoint %s need not be seen', (_what, one) => {
  expect(unaskedFailure([one])).toBeUndefined();
});
