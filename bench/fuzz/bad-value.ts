import type { Draw } from './draw.ts';

/** How deep the deepest bodies are. */
export const deepLevels = 10_000;

const values: readonly string[] = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '-0', '1e308', '1e999', '-1e999', '9007199254740993', '1e-400'],
  ...['""', '" "', '"x"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"a/b"', '"gateproof/echo"', '"__proto__"'],
  ...['"../../etc"', '"https://x"', '"javascript:1"', '"2026-99-99"', '"2026-01-01T00:00:00Z"', '"\u{1F4A5}"'],
  ...['[]', '{}', '[null]', '[[]]', '[{}]', '[1,"x",null]', '["a/b"]', '["a/b","a/b","a/b","a/b","a/b","a/b"]'],
  ...[
    '{"":""}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"type":"json_schema"}',
    '{"toString":1}',
  ],
  ...['{"only":1}', '{"only":["nobody"]}', '{"order":{}}', '{"zdr":"yes"}', '{"zdr":true}', '{"retention":7}'],
  ...['{"requests":1e308,"window_ms":1e308}', '[{"role":1}]', '[{"role":"user"}]', '[{"role":"user","content":{}}]'],
  ...['[{"role":"user","content":[{"type":"image_url"}]}]', '[{"role":"tool","tool_call_id":[]}]'],
  ...['[{"type":"function"}]', '[{"type":"function","function":{"name":1}}]', '["10.0.0.0/99"]', '["::/0"]'],
];

/** JSON text of a value that hardly any field wants. */
export function badValue(draw: Draw): string {
  const kind = draw.below(100);
  if (kind < 92) return draw.one(values);
  if (kind < 94) return nested(draw, draw.one([10, 300, 1_000, deepLevels]));
  if (kind < 96) return `"${'x'.repeat(draw.one([100, 10_000, 100_000]))}"`;
  if (kind < 98) return `[${Array.from({ length: draw.below(500) }, () => draw.one(values)).join(',')}]`;
  return `{${Array.from({ length: draw.below(300) }, (_, n) => `"f${n}":${draw.one(values)}`).join(',')}}`;
}

/** Arrays or objects inside each other. */
export function nested(draw: Draw, levels: number): string {
  return draw.chance(0.5) ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}
