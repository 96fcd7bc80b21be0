import { authorRoutes } from './author-routes.ts';
import type { Draw } from './draw.ts';
import { type FuzzRoute, noFields } from './fuzz-route.ts';

const chat = {
  model: '"gateproof/echo"',
  models: '["gateproof/echo-2"]',
  messages: '[{"role":"user","content":"x"}]',
  stream: 'false',
  max_tokens: '5',
  max_completion_tokens: '5',
  temperature: '1',
  tools: '[{"type":"function","function":{"name":"f","parameters":{}}}]',
  response_format: '{"type":"json_object"}',
  provider: '{}',
  svc: '{}',
};
const job = { models: '[]', retry_of: 'null', provider: '{}', svc: '{}' };
const ids: readonly string[] = [
  ...['job_1', 'x', '%00', '%zz', '..', '%2e%2e', '%2F', 'a%20b', '%F0%9F%92%A5', '%ff', '*', '{id}', "'", 'null'],
  ...[
    '__proto__',
    'constructor',
    'x'.repeat(5_000),
    '%E2%28%A1',
    ';',
    '?',
    '#',
    'gateproof/echo',
    'gateproof%2Fecho',
    '//',
  ],
];
const id = (draw: Draw) => draw.one(ids);
const of = (account: string, draw: Draw) => `/_testbed/v1/accounts/${draw.chance(0.8) ? account : id(draw)}`;

const contract: readonly FuzzRoute[] = [
  { method: 'POST', path: () => '/v1/chat/completions', fields: chat },
  { method: 'POST', path: () => '/v1/chat/completions', fields: { ...chat, stream: 'true' } },
  {
    method: 'POST',
    path: () => '/v1/images/generations',
    fields: { model: '"gateproof/image"', prompt: '"x"', ...job },
  },
  {
    method: 'POST',
    path: () => '/v1/audio/transcriptions',
    fields: { model: '"gateproof/transcribe"', audio_url: '"https://a.example/x.wav"', ...job },
  },
  { method: 'GET', path: (draw) => `/v1/jobs/${id(draw)}`, fields: noFields },
  { method: 'POST', path: (draw) => `/v1/jobs/${id(draw)}/cancel`, fields: noFields },
  { method: 'GET', path: (draw) => `/v1/models?${id(draw)}`, fields: noFields },
  { method: 'GET', path: (draw) => `/v1/models/${id(draw)}`, fields: noFields },
];

const testbed: readonly FuzzRoute[] = [
  { method: 'GET', path: () => '/_testbed/v1', fields: noFields },
  { method: 'POST', path: () => '/_testbed/v1/accounts', fields: { credit_usd: '1' } },
  { method: 'DELETE', path: (draw) => `/_testbed/v1/accounts/${id(draw)}`, fields: noFields },
  { method: 'PUT', path: (draw, account) => `${of(account, draw)}/credit`, fields: { usd: '1' } },
  {
    method: 'POST',
    path: (draw, account) => `${of(account, draw)}/keys`,
    fields: {
      models: '["a/b"]',
      ip_ranges: '["10.0.0.0/8"]',
      monthly_cap_usd: '1',
      policy: '{"retention":"strict"}',
      expires_at: '"2027-01-01T00:00:00Z"',
    },
  },
  { method: 'DELETE', path: (draw, account) => `${of(account, draw)}/keys/${id(draw)}`, fields: noFields },
  {
    method: 'POST',
    path: (draw, account) => `${of(account, draw)}/models`,
    fields: {
      id: '"fuzz/model"',
      modality: '"text"',
      endpoints: '["http://127.0.0.1:9"]',
      context_window: '10',
      price_usd: '1',
    },
    // It may take the place of a built-in model, with an endpoint that nobody serves.
    isTrouble: true,
  },
  { method: 'GET', path: (draw, account) => `${of(account, draw)}/clock`, fields: noFields },
  { method: 'POST', path: (draw, account) => `${of(account, draw)}/clock/advance`, fields: { ms: '1' } },
  {
    method: 'PUT',
    path: (draw, account) => `${of(account, draw)}/rate-limit`,
    fields: { limit: '{"requests":1000000,"window_ms":1}' },
  },
  {
    method: 'PUT',
    path: (draw, account) => `${of(account, draw)}/trouble`,
    fields: { stale_configuration: 'false', internal_failure: '"no"' },
    isTrouble: true,
  },
  { method: 'GET', path: (draw, account) => `${of(account, draw)}/usage`, fields: noFields },
  {
    method: 'POST',
    path: (draw, account) => `${of(account, draw)}/webhooks`,
    fields: { url: '"https://hooks.example.test/x"', connect_to: '"127.0.0.1:9"', ca: '"x"' },
  },
  { method: 'DELETE', path: (draw, account) => `${of(account, draw)}/webhooks/${id(draw)}`, fields: noFields },
  { method: 'POST', path: (draw, account) => `${of(account, draw)}/webhooks/${id(draw)}/rotate`, fields: noFields },
  { method: 'POST', path: (draw, account) => `${of(account, draw)}/webhooks/${id(draw)}/retire`, fields: noFields },
  { method: 'GET', path: (draw, account) => `${of(account, draw)}/deliveries`, fields: noFields },
  { method: 'POST', path: (draw, account) => `${of(account, draw)}/deliveries/${id(draw)}/replay`, fields: noFields },
  {
    method: 'GET',
    path: (draw, account) => `/_files/${account}/${id(draw)}/0?expires=1&signature=x`,
    fields: noFields,
  },
];

/** A route of the contract, or, less often, of the testbed. */
export function drawRoute(draw: Draw): FuzzRoute {
  const routes = draw.chance(0.65) ? contract : draw.chance(0.7) ? testbed : authorRoutes;
  const route = routes[draw.below(routes.length)];
  if (route === undefined) throw new Error('no route was drawn');
  return route;
}
