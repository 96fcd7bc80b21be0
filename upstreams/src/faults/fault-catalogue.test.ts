import { describe, expect, it } from 'vitest';
import { callers, type Ongoing, type View } from '../caller.fixture.ts';
import { ManualClock } from '../manual-clock.fixture.ts';
import { script, turn } from '../script/upstream-script.ts';
import type { Upstream } from '../upstream.ts';
import type { Fault } from './fault.ts';
import { describeFault, faultCatalogue } from './fault-catalogue.ts';

const tokens = ['Über', ' den', ' Wolken', ' 🌥'];
const answer = { kind: 'chat', tokens } as const;
const streamed = { model: 'a/b', stream: true, messages: [{ role: 'user', content: 'Where?' }] };
const whole = { ...streamed, stream: false };

interface Case {
  readonly fault: Fault;
  readonly says: string;
  readonly body?: unknown;
  /** What has to happen before the response can end. */
  readonly meanwhile?: (upstream: Upstream, clock: ManualClock, call: Ongoing) => Promise<void>;
  readonly sees: (view: View, caller: 'in-process' | 'http', upstream: Upstream) => void;
}

interface Chunk {
  readonly choices?: readonly { readonly delta: Record<string, unknown>; readonly finish_reason: string | null }[];
  readonly error?: unknown;
}

const dataOf = ({ body }: View) =>
  body
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice(6))
        .join('\n'),
    )
    .filter((data) => data !== '');
const chunksOf = (view: View) =>
  dataOf(view)
    .filter((data) => data !== '[DONE]')
    .map((data): Chunk => JSON.parse(data));
const contentOf = (view: View) =>
  chunksOf(view)
    .map(({ choices }) => choices?.[0]?.delta.content ?? '')
    .join('');
const doneCount = (view: View) => dataOf(view).filter((data) => data === '[DONE]').length;

function seesWholeStream(view: View): void {
  expect(view).toMatchObject({ ending: 'complete', status: 200 });
  expect(contentOf(view)).toBe(tokens.join(''));
  expect(doneCount(view)).toBe(1);
  expect(dataOf(view).at(-1)).toBe('[DONE]');
}

const seesRefusal = (status: number, code: string) => (view: View) => {
  expect(view).toMatchObject({ ending: 'complete', status });
  expect(view.headers['content-type']).toBe('application/json');
  expect(JSON.parse(view.body)).toMatchObject({ error: { code, message: expect.any(String) } });
};

/** The last `late` pieces were sent only after the clock had been moved by a second. */
function sentLate(upstream: Upstream, from: number): void {
  const [call] = upstream.calls;
  const times = call?.response?.pieces.map(({ atMs }) => atMs - call.startedAtMs) ?? [];
  expect(times.length).toBeGreaterThan(0);
  const early = times.filter((ms) => ms === 0).length;
  expect(early).toBe(from);
  expect(times.slice(early).every((ms) => ms === 1000)).toBe(true);
}

const moveThenRelease =
  (gate: string, events: number) => async (upstream: Upstream, clock: ManualClock, call: Ongoing) => {
    await (events === 0 ? upstream.waitForCall(1, 5000) : call.events(events));
    clock.advance(1000);
    upstream.release(gate);
  };

const die = (view: View, part: string) => {
  expect(view).toMatchObject({ ending: 'cut', status: 200 });
  expect(chunksOf(view)[0]?.choices?.[0]?.delta).toMatchObject({ role: 'assistant' });
  expect(contentOf(view)).toBe('');
  expect(view.body).toContain(part);
  expect(doneCount(view)).toBe(0);
};

const cases: readonly Case[] = [
  {
    fault: { kind: 'refuse-connection' },
    says: 'refuses the connection',
    sees: (view, caller) => expect(view).toMatchObject({ ending: caller === 'http' ? 'reset' : 'refused', body: '' }),
  },
  {
    fault: { kind: 'reset-before-headers' },
    says: 'resets the connection before the headers',
    sees: (view) => expect(view).toMatchObject({ ending: 'reset', body: '' }),
  },
  {
    fault: { kind: 'status', status: 503, body: { error: { code: 'busy' } }, retryAfterS: 7 },
    says: 'answers with status 503 and Retry-After: 7',
    sees: (view) => {
      expect(view).toMatchObject({ status: 503, headers: { 'retry-after': '7' }, body: '{"error":{"code":"busy"}}' });
    },
  },
  {
    fault: { kind: 'status', status: 500, body: 'broken' },
    says: 'answers with status 500',
    sees: (view) => {
      expect(view).toMatchObject({ status: 500, body: 'broken' });
      expect(view.headers).not.toHaveProperty('retry-after');
      expect(view.headers['content-type']).toContain('text/plain');
    },
  },
  {
    fault: { kind: 'html-502' },
    says: 'answers with status 502 and an HTML page',
    sees: (view) => {
      expect(view).toMatchObject({ status: 502, headers: { 'content-type': 'text/html' } });
      expect(view.body).toContain('<h1>502 Bad Gateway</h1>');
    },
  },
  {
    fault: { kind: 'hang' },
    says: "hangs before the headers until 'hang' is released",
    meanwhile: moveThenRelease('hang', 0),
    sees: (view, _caller, upstream) => {
      seesWholeStream(view);
      expect(upstream.calls[0]?.response?.headAtMs).toBe((upstream.calls[0]?.startedAtMs ?? 0) + 1000);
    },
  },
  {
    fault: { kind: 'late-answer', ms: 1000 },
    says: 'sends its headers after 1000 ms',
    meanwhile: async (_upstream, clock) => {
      await clock.timerSet();
      clock.advance(1000);
    },
    sees: (view, _caller, upstream) => {
      seesWholeStream(view);
      expect(upstream.calls[0]?.response?.headAtMs).toBe((upstream.calls[0]?.startedAtMs ?? 0) + 1000);
    },
  },
  {
    fault: { kind: 'empty' },
    says: 'answers 200 without output (no items)',
    sees: (view) => {
      expect(chunksOf(view)).toEqual([expect.objectContaining({ choices: [] })]);
      expect(doneCount(view)).toBe(1);
    },
  },
  {
    fault: { kind: 'empty' },
    says: 'answers 200 without output (no items)',
    body: whole,
    sees: (view) => expect(JSON.parse(view.body)).toMatchObject({ object: 'chat.completion', choices: [] }),
  },
  {
    fault: { kind: 'empty', variant: 'no-content' },
    says: 'answers 200 without output (no content)',
    sees: (view) => {
      expect(contentOf(view)).toBe('');
      expect(chunksOf(view).at(-1)?.choices?.[0]?.finish_reason).toBe('stop');
    },
  },
  {
    fault: { kind: 'empty', variant: 'no-content' },
    says: 'answers 200 without output (no content)',
    body: whole,
    sees: (view) => expect(JSON.parse(view.body)).toMatchObject({ choices: [{ message: { content: null } }] }),
  },
  {
    fault: { kind: 'empty', variant: 'no-bytes' },
    says: 'answers 200 without output (no bytes)',
    sees: (view) => expect(view).toMatchObject({ ending: 'complete', status: 200, body: '' }),
  },
  {
    fault: { kind: 'empty', variant: 'no-bytes' },
    says: 'answers 200 without output (no bytes)',
    body: whole,
    sees: (view) => expect(view).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } }),
  },
  {
    fault: { kind: 'malformed-json', afterTokens: 2 },
    says: 'answers JSON that breaks off (in a stream after 2 content tokens)',
    sees: (view) => {
      const broken = dataOf(view)[3] ?? '';
      expect(() => JSON.parse(broken)).toThrow();
      expect(dataOf(view)).toHaveLength(tokens.length + 3);
    },
  },
  {
    fault: { kind: 'malformed-json' },
    says: 'answers JSON that breaks off',
    body: whole,
    sees: (view) => {
      expect(view).toMatchObject({ ending: 'complete', status: 200 });
      expect(view.body).toMatch(/^\{"id"/);
      expect(() => JSON.parse(view.body)).toThrow();
    },
  },
  {
    fault: { kind: 'error-body-with-200', error: { message: 'no' } },
    says: 'answers 200 with an error for a body',
    sees: (view) =>
      expect(view).toMatchObject({
        status: 200,
        body: '{"error":{"message":"no"}}',
        headers: { 'content-type': 'application/json' },
      }),
  },
  {
    fault: { kind: 'cut-after', afterTokens: 3 },
    says: 'cuts the connection after 3 content tokens',
    sees: (view, _caller, upstream) => {
      expect(view).toMatchObject({ ending: 'cut', status: 200 });
      expect(contentOf(view)).toBe(tokens.slice(0, 3).join(''));
      expect(upstream.calls[0]).toMatchObject({ outcome: 'cut', tokensSent: 3 });
    },
  },
  {
    fault: { kind: 'cut-after', afterTokens: 0 },
    says: 'cuts the connection after 0 content tokens',
    sees: (view) => expect(view).toMatchObject({ ending: 'cut', status: 200, body: '' }),
  },
  {
    fault: { kind: 'cut-after', afterTokens: 0 },
    says: 'cuts the connection after 0 content tokens',
    body: whole,
    sees: (view) => {
      expect(view).toMatchObject({ ending: 'cut', status: 200 });
      expect(view.bytes.length).toBe(Number(view.headers['content-length']) >> 1);
    },
  },
  {
    fault: { kind: 'end-after', afterTokens: 1 },
    says: 'ends the stream after 1 content token without finish or [DONE]',
    sees: (view) => {
      expect(view.ending).toBe('complete');
      expect(contentOf(view)).toBe(tokens[0]);
      expect(chunksOf(view).every(({ choices }) => choices?.[0]?.finish_reason === null)).toBe(true);
      expect(doneCount(view)).toBe(0);
    },
  },
  {
    fault: { kind: 'error-chunk', afterTokens: 2, error: { code: 'oops' } },
    says: 'sends an error chunk after 2 content tokens',
    sees: (view) => {
      expect(contentOf(view)).toBe(tokens.slice(0, 2).join(''));
      expect(chunksOf(view).at(-1)).toEqual({ error: { code: 'oops' } });
      expect(doneCount(view)).toBe(1);
    },
  },
  {
    fault: { kind: 'error-chunk', afterTokens: 0, done: false },
    says: 'sends an error chunk after 0 content tokens, without [DONE]',
    sees: (view) => {
      expect(chunksOf(view)).toEqual([{ error: expect.objectContaining({ type: 'server_error' }) }]);
      expect(view).toMatchObject({ ending: 'complete', status: 200 });
      expect(doneCount(view)).toBe(0);
    },
  },
  {
    fault: { kind: 'stall', afterTokens: 2 },
    says: "stalls after 2 content tokens until 'stall' is released",
    meanwhile: moveThenRelease('stall', 3),
    sees: (view, caller, upstream) => {
      seesWholeStream(view);
      sentLate(upstream, caller === 'http' ? 3 : 1);
    },
  },
  {
    fault: { kind: 'stall', afterTokens: 0, ms: 1000 },
    says: 'stalls after 0 content tokens for 1000 ms',
    meanwhile: async (_upstream, clock) => {
      await clock.timerSet();
      clock.advance(1000);
    },
    sees: (view, _caller, upstream) => {
      seesWholeStream(view);
      expect(upstream.calls[0]?.response?.headAtMs).toBe(upstream.calls[0]?.startedAtMs);
      sentLate(upstream, 0);
    },
  },
  {
    fault: { kind: 'role-then-die' },
    says: 'sends the role chunk, then cuts the connection',
    sees: (view) => {
      die(view, '"role":"assistant"');
      expect(dataOf(view)).toHaveLength(1);
    },
  },
  {
    fault: { kind: 'empty-delta-then-die' },
    says: 'sends a delta with empty content, then cuts the connection',
    sees: (view) => {
      die(view, '"delta":{"content":""}');
      expect(dataOf(view)).toHaveLength(2);
    },
  },
  {
    fault: { kind: 'empty-delta-then-die', ending: 'end' },
    says: 'sends a delta with empty content, then ends the body',
    sees: (view) => {
      expect(view.ending).toBe('complete');
      expect(dataOf(view)).toHaveLength(2);
    },
  },
  {
    fault: { kind: 'reasoning-then-die' },
    says: 'sends reasoning, then cuts the connection',
    sees: (view) => die(view, '"reasoning_content":"'),
  },
  {
    fault: { kind: 'tool-call-then-die' },
    says: 'sends half a tool call, then cuts the connection',
    sees: (view) => die(view, '"tool_calls":[{"index":0,"function":{"arguments":"{'),
  },
  {
    fault: { kind: 'split-bytes' },
    says: 'splits the body into pieces of 1 byte',
    sees: (view, _caller, upstream) => {
      seesWholeStream(view);
      expect(upstream.calls[0]?.response?.pieces).toHaveLength(view.bytes.length);
      expect(upstream.calls[0]?.tokensSent).toBe(tokens.length);
    },
  },
  {
    fault: { kind: 'split-bytes', atBytes: [5, 200, 100_000] },
    says: 'splits the body at byte 5, 200, 100000',
    body: whole,
    sees: (view, _caller, upstream) => {
      expect(JSON.parse(view.body).choices[0].message.content).toBe(tokens.join(''));
      const lengths = upstream.calls[0]?.response?.pieces.map(({ bytes }) => bytes.length);
      expect(lengths).toEqual([5, 195, view.bytes.length - 200]);
    },
  },
  {
    fault: { kind: 'slow-drip', ms: 500 },
    says: 'waits 500 ms between events',
    meanwhile: async (_upstream, clock) => {
      for (let gap = 0; gap < tokens.length + 2; gap += 1) {
        await clock.timerSet();
        clock.advance(500);
      }
    },
    sees: (view, _caller, upstream) => {
      seesWholeStream(view);
      const [call] = upstream.calls;
      expect(call?.response?.pieces.map(({ atMs }) => atMs - call.startedAtMs)).toEqual([
        0, 500, 1000, 1500, 2000, 2500, 3000,
      ]);
    },
  },
  {
    fault: { kind: 'duplicate-done' },
    says: 'sends [DONE] twice',
    sees: (view) => expect(dataOf(view).slice(-2)).toEqual(['[DONE]', '[DONE]']),
  },
  {
    fault: { kind: 'missing-done' },
    says: 'leaves [DONE] out',
    sees: (view) => {
      expect(contentOf(view)).toBe(tokens.join(''));
      expect(chunksOf(view).at(-1)?.choices?.[0]?.finish_reason).toBe('stop');
      expect(doneCount(view)).toBe(0);
    },
  },
  {
    fault: { kind: 'wrong-content-type', contentType: 'text/plain' },
    says: 'calls its body text/plain',
    sees: (view) => {
      expect(view.headers['content-type']).toBe('text/plain');
      seesWholeStream(view);
    },
  },
  {
    fault: { kind: 'context-length-refusal' },
    says: 'refuses the input as too long',
    sees: seesRefusal(400, 'context_length_exceeded'),
  },
  {
    fault: { kind: 'moderation-refusal' },
    says: 'refuses the input on content grounds',
    sees: seesRefusal(400, 'content_policy_violation'),
  },
  { fault: { kind: 'payment-required' }, says: 'asks for payment', sees: seesRefusal(402, 'insufficient_quota') },
  {
    fault: { kind: 'unauthorized' },
    says: "refuses the gateway's credentials",
    sees: seesRefusal(401, 'invalid_api_key'),
  },
  {
    fault: { kind: 'rate-limited', retryAfterS: 3 },
    says: 'limits the rate and asks to wait for 3 s',
    sees: (view) => {
      seesRefusal(429, 'rate_limit_exceeded')(view);
      expect(view.headers['retry-after']).toBe('3');
    },
  },
  {
    fault: { kind: 'crlf' },
    says: 'ends its lines in CR LF',
    sees: (view) => {
      seesWholeStream(view);
      expect(view.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    },
  },
  {
    fault: { kind: 'sse-comments' },
    says: 'sends a comment before each event',
    sees: (view) => {
      seesWholeStream(view);
      expect(view.body.match(/^: keep-alive$/gm)).toHaveLength(tokens.length + 3);
    },
  },
  {
    fault: { kind: 'multi-line-data' },
    says: 'spreads each chunk over several data lines',
    sees: (view) => {
      seesWholeStream(view);
      expect(view.body.match(/^data: /gm)?.length).toBeGreaterThan(5 * tokens.length);
    },
  },
  {
    fault: { kind: 'extra-fields' },
    says: 'adds unknown fields',
    sees: (view) => {
      seesWholeStream(view);
      expect(chunksOf(view)[1]).toMatchObject({
        x_unknown: {},
        choices: [{ x_unknown: {}, delta: { x_unknown: {} } }],
      });
    },
  },
  {
    fault: { kind: 'extra-fields' },
    says: 'adds unknown fields',
    body: whole,
    sees: (view) =>
      expect(JSON.parse(view.body)).toMatchObject({ x_unknown: {}, choices: [{ message: { x_unknown: {} } }] }),
  },
  {
    fault: { kind: 'gate', gate: 'half', beforeEvent: 3 },
    says: "holds event 3 until 'half' is released",
    meanwhile: moveThenRelease('half', 2),
    sees: (view, caller, upstream) => {
      seesWholeStream(view);
      sentLate(upstream, caller === 'http' ? 2 : 1);
    },
  },
];

describe.each(callers)('faults %s', (name, open) => {
  it.each(cases)('$says: $fault', async ({ fault, body = streamed, meanwhile, sees }) => {
    const clock = new ManualClock();
    const caller = await open({ script: script(turn(answer, fault)), clock });
    try {
      const call = caller.start(body);
      await meanwhile?.(caller.upstream, clock, call);
      sees(await call.view, name, caller.upstream);
      await caller.upstream.calls[0]?.ended;
      expect(caller.upstream.faultReports()).toEqual([{ turn: 1, fault, description: describeFault(fault), acted: 1 }]);
    } finally {
      await caller.close();
    }
  });

  it('does not count a fault of streams on a response that is none', async () => {
    const caller = await open({
      script: script(turn(answer, { kind: 'missing-done' }, { kind: 'gate', gate: 'g', beforeEvent: 1 })),
    });
    expect((await caller.start(whole).view).ending).toBe('complete');
    expect(caller.upstream.faultReports().map(({ acted }) => acted)).toEqual([0, 0]);
    await caller.close();
  });

  it('applies the faults of a turn in order', async () => {
    const faults = [
      { kind: 'sse-comments' },
      { kind: 'crlf' },
      { kind: 'cut-after', afterTokens: 1 },
      { kind: 'split-bytes', everyBytes: 3 },
    ] as const;
    const caller = await open({ script: script(turn(answer, ...faults)) });
    const view = await caller.start(streamed).view;
    expect(view.ending).toBe('cut');
    expect(contentOf(view)).toBe(tokens[0]);
    expect(view.body).toContain(': keep-alive\r\n\r\n');
    expect(caller.upstream.faultReports().map(({ acted }) => acted)).toEqual([1, 1, 1, 1]);
    await caller.close();
  });
});

describe('the catalogue of faults', () => {
  it.each(cases)('says of itself that it $says', ({ fault, says }) => {
    expect(describeFault(fault)).toBe(says);
  });

  it('has a case for every kind here', () => {
    const covered = new Set(cases.map(({ fault }) => fault.kind));
    expect(Object.keys(faultCatalogue).filter((kind) => !covered.has(kind as Fault['kind']))).toEqual([]);
  });

  it('knows each fault by its own kind', () => {
    for (const [key, { kind }] of Object.entries(faultCatalogue)) expect(kind).toBe(key);
  });
});
