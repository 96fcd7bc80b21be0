import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { launchPartOf } from './launch-part.ts';

test('nothing to start: the gateway runs already', () => expect(launchPartOf({}, {})).toBeUndefined());

test('the command line goes before the profile and keeps its readiness', () => {
  const command = { start: ['python3', 'gateway.py'], cwd: 'gateway', ready: { port: 8080, timeout_ms: 500 } };
  expect(launchPartOf({ command }, {}, 'make serve')).toEqual({
    kind: 'command',
    start: 'make serve',
    cwd: 'gateway',
    ready: { port: 8080, timeoutMs: 500 },
  });
});

test("a container's environment takes secrets from ours", () => {
  const container = { image: 'acme/gateway:1', port: 80, env: { MODE: 'test', TOKEN: { env: 'SECRET' } } };
  expect(launchPartOf({ container }, { SECRET: 's' })).toEqual({
    kind: 'container',
    image: 'acme/gateway:1',
    port: 80,
    env: { MODE: 'test', TOKEN: 's' },
    ready: { timeoutMs: 30_000 },
  });
  expect(() => launchPartOf({ container }, {})).toThrow('the environment variable SECRET is not set');
});

test('a pattern that is none is refused', () => {
  expect(() => launchPartOf({ command: { start: 'x', ready: { log: '(' } } }, {})).toThrow(UsageError);
});

test('a command beside a container is refused', () => {
  const container = { image: 'acme/gateway:1', port: 80 };
  expect(() => launchPartOf({ container, command: { start: 'x' } }, {})).toThrow('leave one of the two out');
  expect(() => launchPartOf({ container }, {}, 'x')).toThrow('leave one of the two out');
});
