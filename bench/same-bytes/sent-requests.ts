/** One request of the recording. `key`: an API key other than the default account's. */
export interface SentRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const chat = (body: object, headers: Readonly<Record<string, string>> = {}): SentRequest => ({
  method: 'POST',
  path: '/v1/chat/completions',
  headers,
  body: { model: 'gateproof/echo', messages: [{ role: 'user', content: 'Say something.' }], ...body },
});

const self = '/_testbed/v1/accounts/self';
const read = (path: string): SentRequest => ({ path });

/** Bodies that lead to answers of each shape, as a completion and as a stream. */
const variants: readonly object[] = [
  {},
  { messages: [{ role: 'user', content: 'Zwölf "Boxkämpfer"  jagen\n🌥' }] },
  { messages: [{ role: 'user', content: [{ type: 'text', text: 'one two three' }] }] },
  { messages: [] },
  { model: 'gateproof/echo-2', temperature: 0.5, svc: { zdr: true } },
  { max_tokens: 1 },
  { max_completion_tokens: 3, max_tokens: 9 },
  { response_format: { type: 'json_object' }, stream_options: { include_usage: true } },
  { models: ['gateproof/echo-2'], provider: { order: ['x'] } },
  { model: 'gateproof/fails-server-error', models: ['gateproof/echo'] },
  { model: 'gateproof/fails-empty', models: ['gateproof/fails-unreachable', 'gateproof/echo-2'] },
  { model: 'gateproof/fails-mid-stream' },
  { model: 'gateproof/fails-rate-limited' },
  { model: 'gateproof/fails-moderation' },
  { model: 'gateproof/absent' },
  { messages: 'none' },
  { stream: null, audio: { voice: 'any' } },
];

/** Faults of the account, each met by a completion and by a stream. */
const faults: readonly object[] = [
  { fault: { kind: 'cut-after', afterTokens: 3 } },
  { fault: { kind: 'split-bytes', everyBytes: 7 } },
  { fault: { kind: 'sse-comments' } },
  { fault: { kind: 'status', status: 503 } },
  { fault: { kind: 'crlf' } },
  { fault: { kind: 'multi-line-data' } },
  { fault: { kind: 'missing-done' } },
  { fault: { kind: 'lose-in-answer', afterEvents: 2 } },
  { fault: { kind: 'refuse', code: 'rate_limited' } },
];

/** Canned replies of the account, each met by a completion and by a stream. */
const replies: readonly object[] = [
  { text: 'Zwölf  words,\n"more or less"' },
  { json: { a: [1, null, 'ß'] }, usage: { promptTokens: 3, completionTokens: 4 } },
  {
    toolCalls: [
      { name: 'weather', arguments: { city: 'Zürich' } },
      { id: 'x', name: 'time' },
    ],
  },
  { text: 'Well then', reasoning: 'so be it', refusal: 'Rather not.', finishReason: 'length' },
  { refusal: 'No.' },
  { text: '' },
  { text: '', finishReason: 'content_filter' },
  { text: 'cut off here', fault: { kind: 'cut-after', afterTokens: 2 } },
  { usage: { promptTokens: 1, completionTokens: 1 } },
];

const image = (more: object, headers: Readonly<Record<string, string>> = {}): SentRequest => ({
  method: 'POST',
  path: '/v1/images/generations',
  headers,
  body: { model: 'gateproof/image', prompt: 'a square', ...more },
});

/** What is sent, in order, each once the answer before it is whole. */
export const sentRequests: readonly SentRequest[] = [
  ...variants.flatMap((variant) => [chat(variant), chat({ ...variant, stream: true })]),
  ...['k1', 'k1', 'k2'].map((key) => chat({}, { 'idempotency-key': key })),
  ...['k3', 'k3'].map((key) => chat({ stream: true }, { 'idempotency-key': key })),
  chat({ stream: true }, { 'idempotency-key': 'k1' }),
  chat({}, { 'svc-metadata': 'enabled' }),
  ...faults.flatMap((fault) => [
    { method: 'PUT', path: `${self}/faults`, body: { faults: [fault] } } as const,
    chat({}),
    chat({ stream: true }),
  ]),
  { method: 'DELETE', path: `${self}/faults` },
  ...replies.flatMap((reply) => [
    { method: 'PUT', path: `${self}/replies`, body: { replies: [reply] } } as const,
    chat({}),
    chat({ stream: true, stream_options: { include_usage: true } }),
    chat({ model: 'gateproof/fails-empty', max_tokens: 2, stream: true }),
  ]),
  { method: 'DELETE', path: `${self}/replies` },
  image({}),
  image({}, { 'idempotency-key': 'i1' }),
  image({}, { 'idempotency-key': 'i1' }),
  image({ prompt: 1 }),
  {
    method: 'POST',
    path: '/v1/audio/transcriptions',
    body: { model: 'gateproof/transcribe', audio_url: 'https://a.example.com/b' },
  },
  read('/v1/models'),
  read('/v1/models/gateproof/echo'),
  read('/v1/absent'),
  chat({}, { authorization: 'Bearer sk-unknown' }),
  chat({}, { authorization: 'bearer  sk-gateproof-default' }),
  chat({}, { authorization: '' }),
  { method: 'POST', path: '/v1/chat/completions', body: 'no object' },
  { method: 'POST', path: `${self}/reset` },
  chat({}),
  chat({ stream: true }),
  read(`${self}/usage`),
  read(`${self}/effects`),
  read(`${self}/counters`),
  read(`${self}/journal`),
  read('/_testbed/v1/journal'),
];
