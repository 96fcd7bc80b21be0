import { badValue, deepLevels, nested } from './bad-value.ts';
import type { Draw } from './draw.ts';

/** A body that is wrong in one way or several: bytes, since some are no text. `fields`: JSON text of each field of a sound body. */
export function badBody(draw: Draw, fields: Readonly<Record<string, string>>): Buffer {
  const kind = draw.below(100);
  if (kind < 55) return Buffer.from(withBadFields(draw, fields));
  const sound = textOf(Object.entries(fields));
  if (kind < 65) return Buffer.from(sound.slice(0, draw.below(sound.length)));
  if (kind < 75) return flipped(draw, Buffer.from(sound));
  if (kind < 80) return Buffer.from(draw.one(malformed));
  if (kind < 85) return Buffer.concat([Buffer.from(sound.slice(0, -1)), draw.bytes(8), Buffer.from('"}')]);
  if (kind < 90) return Buffer.from(duplicated(draw, fields));
  if (kind < 93) return Buffer.from(deep(draw, fields));
  if (kind < 99) return draw.bytes(draw.below(64));
  return Buffer.from(`{"model":"${'x'.repeat(draw.one([1_000_000, 1_048_600, 1_500_000]))}"}`);
}

const malformed: readonly string[] = [
  ...['', ' ', '{', '}', '[', '"', 'nul', 'NaN', 'undefined', '\u0000', '{}', '[]', '0', '"x"', 'null', '{"a":}'],
  ...['{"a":1,}', "{'a':1}", '{"a":01}', '{a:1}', '\ufeff{}', '{} {}', '{}garbage', '/* c */{}', '{"a":"\n"}'],
  ...['{"a":"\\x"}', '{"a":"\\u12"}', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--', 'a=1&b=2'],
  ...['<xml/>', '{"model":', '{"model":"gateproof/echo","messages":[', '{"a":1e}', '{"a":+1}', '{"a":.5}', ',', ':'],
];

type Entries = readonly (readonly [string, string])[];

function textOf(entries: Entries): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

function withBadFields(draw: Draw, fields: Readonly<Record<string, string>>): string {
  const names = Object.keys(fields);
  const wrong = new Set(Array.from({ length: 1 + draw.below(2) }, () => draw.below(names.length)));
  const entries = names.flatMap((name, place): Entries => {
    if (!wrong.has(place)) return [[name, fields[name] ?? 'null']];
    return draw.chance(0.15) ? [] : [[name, badValue(draw)]];
  });
  const extra: Entries = draw.chance(0.2)
    ? [[draw.one(['x', '', '__proto__', 'toString', '\u0000']), badValue(draw)]]
    : [];
  return textOf([...entries, ...extra]);
}

function duplicated(draw: Draw, fields: Readonly<Record<string, string>>): string {
  const entries = Object.entries(fields);
  return textOf([...entries, ...entries.map(([name]) => [name, badValue(draw)] as const)]);
}

function deep(draw: Draw, fields: Readonly<Record<string, string>>): string {
  if (draw.chance(0.3))
    return nested(draw, deepLevels).slice(0, draw.one([deepLevels, 3 * deepLevels, 100 * deepLevels]));
  const entries = Object.entries(fields);
  const place = draw.below(entries.length + 1);
  const level = nested(draw, draw.one([600, 2_000, deepLevels]));
  return textOf([
    ...entries.map(([name, value], at) => [name, at === place ? level : value] as const),
    ['deep', level],
  ]);
}

function flipped(draw: Draw, bytes: Buffer): Buffer {
  for (let flip = 0; flip <= draw.below(4); flip += 1) bytes[draw.below(bytes.length)] = draw.below(256);
  return bytes;
}
