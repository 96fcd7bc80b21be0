import { show } from '@gateproof/harness';

/** Fields of a body as a report shows them: "messages: 7, temperature left out". */
export function inFields(fields: object): string {
  return Object.entries(fields).map(fieldWords).join(', ');
}

/** One field with its value as JSON, cut where it is long; `undefined` stands for a field that is left out. */
export function fieldWords([name, value]: readonly [name: string, value: unknown]): string {
  return value === undefined ? `${name} left out` : `${name}: ${show(value)}`;
}

/** How a request asks to be answered. */
export function streamWords(stream: boolean): string {
  return stream ? 'in a stream' : 'in one reply';
}
