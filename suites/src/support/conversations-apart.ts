import { serviceNames } from '@gateproof/spec';

const said = (...contents: readonly string[]) => contents.map((content) => ({ role: 'user', content }));
const tool = (name: string) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
});
const longBeginning = 'the beginning of a long text that two bodies share, '.repeat(20);

/** Two conversations that differ in one thing, beside what both have. */
export interface Apart {
  readonly what: string;
  readonly one: object;
  readonly other: object;
}

/** What two bodies may differ in; each alone is a valid request. `{prefix}` stands for the service's own object. */
export const conversationsApart: readonly Apart[] = [
  { what: 'another text', one: {}, other: { messages: said('something else') } },
  { what: 'a blank at the end', one: { messages: said('hello') }, other: { messages: said('hello ') } },
  { what: 'a text of the same length', one: { messages: said('hello') }, other: { messages: said('jello') } },
  { what: 'the case of a letter', one: { messages: said('hello') }, other: { messages: said('Hello') } },
  {
    what: 'the end of a long text',
    one: { messages: said(`${longBeginning}a`) },
    other: { messages: said(`${longBeginning}b`) },
  },
  {
    what: 'the second message',
    one: { messages: said('hello', 'and one') },
    other: { messages: said('hello', 'and two') },
  },
  { what: 'a further message', one: { messages: said('hello') }, other: { messages: said('hello', 'hello') } },
  { what: 'stream', one: {}, other: { stream: true } },
  { what: 'stream, the other way round', one: { stream: true }, other: {} },
  { what: 'temperature', one: {}, other: { temperature: 0.5 } },
  { what: 'a tenth of the temperature', one: { temperature: 0.5 }, other: { temperature: 0.6 } },
  { what: 'max_tokens', one: { max_tokens: 7 }, other: { max_tokens: 8 } },
  { what: 'max_completion_tokens', one: { max_completion_tokens: 7 }, other: { max_completion_tokens: 8 } },
  { what: 'a tool', one: { tools: [tool('a')] }, other: { tools: [tool('b')] } },
  { what: 'response_format', one: {}, other: { response_format: { type: 'json_object' } } },
  { what: 'provider', one: { provider: { x_note: 1 } }, other: { provider: { x_note: 2 } } },
  { what: 'the service object', one: { '{prefix}': { x_note: 1 } }, other: { '{prefix}': { x_note: 2 } } },
];

/** Puts the name of the service's own object where `{prefix}` stands. */
export function spelled(body: object, prefix: string): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name === '{prefix}' ? serviceNames(prefix).requestField : name,
      value,
    ]),
  );
}
