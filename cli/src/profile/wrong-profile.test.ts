import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { readProfile } from './read-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-wrong-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'profile.yaml');

/** What reading this text is refused with, without the file's name. */
function refusal(text: string): string {
  writeFileSync(file, text);
  try {
    readProfile(file);
  } catch (error) {
    if (error instanceof UsageError) return error.message.replace(`${file}:`, '');
    throw error;
  }
  return 'accepted';
}

/** A profile with one part, which begins in line 2. */
const withPart = (part: string) => `url: https://a.test\n${part}\n`;

it('a file with thousands of mistakes is refused by its first', () => {
  const lines = Array.from({ length: 15_000 }, (_, place) => `key${place}: 1`);
  expect(refusal(lines.join('\n'))).toContain('1:1: the profile has no key key0');
});

describe('a wrong value is reported with its place', () => {
  it.each([
    ['url: 7', '1:6: url must be string'],
    ['url: gateway.example', '1:6: url must look like https://gateway.example'],
    ['url: null', '1:6: url must be string'],
    ['- url', '1:1: the profile holds no keys; it needs at least: url: https://gateway.example'],
    ['# nothing yet', 'the profile is empty; it needs at least: url: https://gateway.example'],
    ['\u0000\u0001', 'the profile holds no keys; it needs at least: url: https://gateway.example'],
  ])('%s', (text, message) => {
    expect(refusal(`${text}\n`)).toContain(message);
  });

  it.each([
    ['prefix: 7', '2:9: prefix must be string'],
    ['prefix: a-b', '2:9: prefix must look like svc'],
    ['key: sk-1', '2:6: key must name an environment variable: key: { env: NAME }'],
    ['key: { env: 7 }', '2:13: key.env must be string'],
    ['key: { value: [a] }', '2:15: key.value must be string'],
    ['key: {}', '2:6: key must hold either env or value'],
    ['key: { env: A, value: b }', '2:6: key must hold either env or value'],
    ["model: ''", '2:8: model must NOT have fewer than 1 characters'],
    ['claims: [core, job]', '2:16: claims.1 must be one of basic, core, streaming,'],
    ['headers: [a]', '2:10: headers must be object'],
    ['headers:\n  x-a: 7', '3:8: headers.x-a must name an environment variable: x-a: { env: NAME }'],
    ['routes: /openai', '2:9: routes must be object'],
    ['routes:\n  chats: /openai/chat', '3:3: routes has no key chats. Did you mean chat?'],
    ['routes:\n  chat: openai/chat', '3:9: routes.chat must look like /openai/deployments/{model}/chat/completions'],
    ['routes:\n  chat: "/a/{id}/chat"', '3:9: routes.chat must look like /openai/deployments/{model}/chat/completions'],
    ['routes:\n  model: /openai/models', '3:10: routes.model must look like /openai/models/{id}'],
    ['routes:\n  chat: { gpt-4: one }', '3:18: routes.chat.gpt-4 must look like /one/chat/completions'],
    ['tls: ca.pem', '2:6: tls must be object'],
    ['tls:\n  ca: 1', '3:7: tls.ca must be string'],
    ['testbed: http://b.test', '2:10: testbed must be object'],
    ['testbed:\n  url: b.test', '3:8: testbed.url must look like http://127.0.0.1:9000/testbed'],
    ['testbed: { token_env: A }', '2:10: testbed lacks the key url'],
    ['limits:\n  request_timeout_ms: 0', '3:23: limits.request_timeout_ms must be >= 1'],
    ['limits:\n  request_timeout_ms: 1.5', '3:23: limits.request_timeout_ms must be integer'],
    ['upstream_host: 7', '2:16: upstream_host must be string'],
    ['upstream_timeout_ms: soon', '2:22: upstream_timeout_ms must be integer'],
  ])('%s', (part, message) => {
    expect(refusal(withPart(part))).toContain(message);
  });

  it.each(['second_account', 'expired', 'deleted', 'elsewhere', 'capped', 'policy', 'no_credit'])('keys.%s', (role) => {
    const column = role.length + 5;
    expect(refusal(withPart(`keys:\n  ${role}: sk-1`))).toContain(
      `3:${column}: keys.${role} must name an environment variable: ${role}: { env: NAME }`,
    );
    expect(refusal(withPart(`keys:\n  ${role}: {}`))).toContain(
      `3:${column}: keys.${role} must hold either env or value`,
    );
  });

  it.each([
    ['keys: [a]', '2:7: keys must be object'],
    ['keys:\n  others: { env: A }', '3:11: keys.others must be array'],
    [
      'keys:\n  others:\n    - { env: A }\n    - sk-1',
      '5:7: keys.others.1 must name an environment variable: { env: NAME }',
    ],
    ['keys:\n  restricted: { key: { env: A }, allowed: a/b }', '3:15: keys.restricted lacks the key forbidden'],
    ['models: { id: a/b }', '2:9: models must be array'],
    ['models:\n  - id: a/b', '3:5: models.0 lacks the key ports'],
    ['models:\n  - ports: [1]', '3:5: models.0 lacks the key id'],
    ['models:\n  - id: a/b\n    ports: []', '4:12: models.0.ports must NOT have fewer than 1 items'],
    ['models:\n  - id: a/b\n    ports: [80, 70000]', '4:17: models.0.ports.1 must be <= 65535'],
    ['models:\n  - { id: a/b, ports: [1], modality: txt }', 'models.0.modality must be one of text, embeddings, image'],
    ['models:\n  - { id: a/b, ports: [1], headers: { a: 1 } }', 'models.0.headers.a must be string'],
    ['models:\n  - { id: a/b, ports: [1], context_window: 0 }', 'models.0.context_window must be >= 1'],
    ['models:\n  - { id: a/b, ports: [1], price_usd: 0 }', 'models.0.price_usd must be > 0'],
    ['command: ./run', '2:10: command must be object'],
    ['command: {}', '2:10: command lacks the key start'],
    ['command:\n  start: 7', '3:10: command.start must be string'],
    ['command:\n  start: a\n  env:\n    A: 1', '5:8: command.env.A must be string'],
    ['container: { port: 80 }', '2:12: container lacks the key image'],
    ['container: { image: a, port: soon }', '2:30: container.port must be integer'],
    ['reachable_at: 7', '2:15: reachable_at must be object'],
    ['webhooks: {}', '2:11: webhooks must be array'],
    ['webhooks:\n  - { url: "https://a.test", port: 1 }', '3:5: webhooks.0 lacks the key secret'],
    [
      'webhooks:\n  - { url: "http://a.test", port: 1, secret: { env: A } }',
      '3:12: webhooks.0.url must look like https://hooks.acme.test/one',
    ],
    [
      'webhooks:\n  - { url: "https://a.test", port: 1, secret: { env: A }, tls: yes }',
      'webhooks.0.tls must be boolean',
    ],
    ['fragments: zdr', '2:12: fragments must be object'],
    ['fragments:\n  zdr: true', '3:8: fragments.zdr must be object'],
    ['fragments:\n  body_limit_bytes: 0', '3:21: fragments.body_limit_bytes must be >= 1'],
  ])('%s', (part, message) => {
    expect(refusal(withPart(part))).toContain(message);
  });
});

describe('an unknown key is reported where it is written', () => {
  it.each([
    ['modle: a/b', '2:1: the profile has no key modle. Did you mean model'],
    ['key: { envv: A }', '2:8: key has no key envv. Did you mean env?'],
    ['comand:\n  start: a', '2:1: the profile has no key comand. Did you mean command?'],
    ['command:\n  start: a\n  dir: b', '4:3: command has no key dir'],
    ['container: { image: a, port: 1, environment: {} }', '2:33: container has no key environment'],
    [
      'webhooks:\n  - { url: "https://a.test", prt: 1, secret: { env: A } }',
      'webhooks.0 has no key prt. Did you mean port',
    ],
    ['tls:\n  client_cert: a.pem', '3:3: tls has no key client_cert'],
    ['testbed: { url: "http://b.test", token: a }', '2:34: testbed has no key token'],
    ['limits:\n  timeout_ms: 1', '3:3: limits has no key timeout_ms'],
    ['keys:\n  expird: { env: A }', '3:3: keys has no key expird. Did you mean expired?'],
    ['keys:\n  expired: { evn: A }', '3:14: keys.expired has no key evn. Did you mean env?'],
    ['keys:\n  restricted: { key: { env: A }, allowed: a/b, forbiden: c/d }', 'keys.restricted has no key forbiden'],
    ['models:\n  - id: a/b\n    port: 1', '4:5: models.0 has no key port. Did you mean ports?'],
    ['fragments:\n  zdrr: {}', '3:3: fragments has no key zdrr. Did you mean zdr?'],
  ])('%s', (part, message) => {
    expect(refusal(withPart(part))).toContain(message);
  });
});

describe('a file that is no YAML is reported with its place', () => {
  it.each([
    ['url: "open', 'not YAML'],
    ['url: https://a.test\nurl: https://b.test', '2:1: not YAML: Map keys must be unique'],
    ['url: https://a.test\n  key: 1', 'not YAML'],
    ['url: *nowhere', 'not YAML'],
  ])('%s', (text, message) => {
    expect(refusal(text)).toMatch(/^\d+:\d+: /);
    expect(refusal(text)).toContain(message);
  });
});

describe('a profile that would take for ever to read is refused', () => {
  it.each([
    ['nested lists', `key: ${'['.repeat(50_000)}`, 'the profile is nested too deeply'],
    ['nested maps', `key: ${'{a: '.repeat(50_000)}`, 'the profile is nested too deeply'],
    ['many keys', Array.from({ length: 100_000 }, (_, place) => `k${place}: 1`).join('\n'), 'is larger than 256 KiB'],
  ])('%s', (_what, text, message) => {
    expect(refusal(withPart(text))).toContain(message);
  });
});
