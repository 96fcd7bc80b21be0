import type { Cassette, CassetteEvent, CassetteResponse } from '@gateproof/spec';
import { findProblems, InvalidScript } from '@gateproof/upstreams';
import { cassetteSchema } from './cassette-schema.ts';

/** What problems with the whole are said about. */
const root = 'the cassette';
const bodies = ['json', 'text', 'base64', 'events'] as const;
const contents = ['json', 'data', 'comment'] as const;

/**
 * The value, if it is a cassette. Nothing is clamped or left out.
 *
 * @throws InvalidScript with all problems, each with its place (`exchanges[0].response.status is 20, not integer ≥ 200 ≤ 599`)
 */
export function checkCassette(value: unknown): Cassette {
  const problems = findProblems(cassetteSchema, value, root).map((problem) => problem.replace(`${root}.`, ''));
  if (problems.length > 0) throw new InvalidScript('cassette', problems);
  const cassette = value as Cassette;
  const deeper = cassette.exchanges.flatMap(({ response }, index) =>
    responseProblems(response, `exchanges[${index}].response`),
  );
  if (deeper.length > 0) throw new InvalidScript('cassette', deeper);
  return cassette;
}

function responseProblems(response: CassetteResponse, place: string): readonly string[] {
  const [, second] = bodies.filter((name) => response[name] !== undefined);
  const notText = Object.entries(response.headers ?? {}).filter(([, header]) => typeof header !== 'string');
  return [
    ...(second === undefined ? [] : [`${place}.${second} is a second body; give one of ${bodies.join(', ')}`]),
    ...notText.map(([name, header]) => `${place}.headers.${name} is ${JSON.stringify(header)}, not string`),
    ...(response.events ?? []).flatMap((event, index) => eventProblems(event, `${place}.events[${index}]`)),
  ];
}

function eventProblems(event: CassetteEvent, place: string): readonly string[] {
  const given = contents.filter((name) => event[name] !== undefined);
  if (given.length === 1) return [];
  return [
    `${place} has ${given.length === 0 ? 'no content' : given.join(' and ')}; give one of ${contents.join(', ')}`,
  ];
}
