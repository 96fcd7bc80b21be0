import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkFault, checkUpstreamScript } from './check-upstream-script.ts';
import { InvalidScript } from './invalid-script.ts';
import { script, turn } from './upstream-script.ts';
import { upstreamScriptSchema } from './upstream-script-schema.ts';

const withFault = (fault: unknown) => ({
  turns: [{ answer: { kind: 'default' }, faults: [fault] }],
  afterwards: 'refuse',
});

describe('checkUpstreamScript', () => {
  it('gives back what is a script, as it stands', () => {
    const fine = script(
      turn({ kind: 'chat', tokens: ['a'], toolCalls: [{ id: 'c', name: 'n', arguments: '{}' }] }, { kind: 'hang' }),
      turn(undefined, { kind: 'status', status: 500, body: 'text' }, { kind: 'status', status: 500, body: { a: 1 } }),
    );
    expect(checkUpstreamScript(fine)).toBe(fine);
    expect(checkUpstreamScript({ turns: [], afterwards: 'refuse' })).toEqual({ turns: [], afterwards: 'refuse' });
  });

  it.each([
    [null, 'script is null, not object'],
    [{ turns: [] }, 'script.afterwards is missing'],
    [{ turns: [], afterwards: 'stop' }, 'script.afterwards is "stop", not one of repeat-last, refuse'],
    [{ turns: [], afterwards: 'repeat-last' }, 'script.turns is empty'],
    [{ turns: {}, afterwards: 'refuse' }, 'script.turns is {}, not array'],
    [{ turns: [{ faults: [] }], afterwards: 'refuse' }, 'script.turns[0].answer is missing'],
    [
      { turns: [{ answer: {}, faults: [] }], afterwards: 'refuse' },
      'script.turns[0].answer.kind is undefined, not one of default, chat',
    ],
    [withFault({ kind: 'explode' }), 'script.turns[0].faults[0].kind is "explode", not one of'],
    [withFault({ kind: 'cut-after' }), 'script.turns[0].faults[0].afterTokens is missing'],
    [withFault({ kind: 'cut-after', afterTokens: -1 }), 'afterTokens is -1, not integer ≥ 0'],
    [withFault({ kind: 'cut-after', afterTokens: 1.5 }), 'afterTokens is 1.5, not integer ≥ 0'],
    [
      withFault({ kind: 'cut-after', afterTokens: 1, after: 2 }),
      'faults[0].after is unknown; there are kind, afterTokens',
    ],
    [withFault({ kind: 'status', status: 600 }), 'status is 600, not integer ≥ 200 ≤ 599'],
    [withFault({ kind: 'status', status: 500, body: 3 }), 'body is 3, not object or string'],
    [withFault({ kind: 'split-bytes', atBytes: [] }), 'atBytes is [], not array of at least 1 items'],
    [withFault({ kind: 'split-bytes', atBytes: [4, 0] }), 'atBytes[1] is 0, not integer ≥ 1'],
    [withFault({ kind: 'wrong-content-type', contentType: 'a\nb' }), 'contentType is "a\\nb", not string that matches'],
    [withFault({ kind: 'slow-drip', ms: Number.NaN }), 'ms is null, not integer ≥ 0'],
    [withFault('hang'), 'faults[0] is "hang", not an object with a kind'],
    [
      {
        turns: [{ answer: { kind: 'chat', tokens: ['a'] }, faults: [{ kind: 'stall', afterTokens: 2 }] }],
        afterwards: 'refuse',
      },
      'script.turns[0].faults[0].afterTokens is 2, but the answer has 1 tokens',
    ],
  ])('refuses %j', (value, problem) => {
    expect(() => checkUpstreamScript(value)).toThrow(InvalidScript);
    expect(() => checkUpstreamScript(value)).toThrow(problem);
  });

  it('names every problem at once', () => {
    const bad = { turns: [{ answer: { kind: 'default' }, faults: [{ kind: 'hang', gate: '' }, {}] }], afterwards: 1 };
    expect(() => checkUpstreamScript(bad)).toThrow(
      /faults\[0\]\.gate is "", not string of length ≥ 1; .*faults\[1\]\.kind is undefined.*; script\.afterwards is 1/,
    );
  });
});

describe('checkFault', () => {
  it('accepts a fault and refuses anything else', () => {
    expect(checkFault({ kind: 'hang', gate: 'g' })).toEqual({ kind: 'hang', gate: 'g' });
    expect(() => checkFault({ kind: 'hang', gate: 1 })).toThrow(
      'The fault is refused: fault.gate is 1, not string of length ≥ 1',
    );
  });
});

describe('the JSON Schema of upstream scripts', () => {
  it('is in the contract package as it is here; `npx node --conditions=@gateproof/source simulator/scripts/write-fault-schemas.ts` writes it', () => {
    const path = new URL('../../../spec/schemas/upstream-script.schema.json', import.meta.url);
    const { $schema, $id, title, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    expect(rest).toEqual(JSON.parse(JSON.stringify(upstreamScriptSchema)));
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect([$id, title]).toEqual(['upstream-script.schema.json', 'Upstream script']);
  });
});
