import { serviceNames } from '@gateproof/spec';

const said = (...contents: readonly string[]) => contents.map((content) => ({ role: 'user', content }));
const tool = (name: string) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
});
const parameters = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const lookUp = (...names: readonly string[]) => [
  { type: 'function', function: { name: 'look_up', parameters: parameters(...names) } },
];
const schema = (name: string) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: parameters(name) } },
});
const beginning = 'the beginning of a long text that two bodies share, ';
const longBeginning = beginning.repeat(20);
const veryLongBeginning = beginning.repeat(180);
/** More than a hundred kilobytes. */
const hugeBeginning = beginning.repeat(2_200);

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
    what: 'the end of a very long text',
    one: { messages: said(`${veryLongBeginning}a`) },
    other: { messages: said(`${veryLongBeginning}b`) },
  },
  {
    what: 'what comes behind a hundred kilobytes',
    one: { messages: said(`${hugeBeginning}a`) },
    other: { messages: said(`${hugeBeginning}b`) },
  },
  {
    what: 'the second message',
    one: { messages: said('hello', 'and one') },
    other: { messages: said('hello', 'and two') },
  },
  { what: 'a further message', one: { messages: said('hello') }, other: { messages: said('hello', 'hello') } },
  { what: 'the order of messages', one: { messages: said('one', 'two') }, other: { messages: said('two', 'one') } },
  {
    what: 'the last but one message',
    one: { messages: said('one', 'and then', 'the end') },
    other: { messages: said('one', 'or else', 'the end') },
  },
  {
    what: 'who says a message',
    one: { messages: [{ role: 'system', content: 'be brief' }, ...said('hello')] },
    other: { messages: [{ role: 'user', content: 'be brief' }, ...said('hello')] },
  },
  {
    what: 'the name of who says a message',
    one: { messages: [{ role: 'user', name: 'ann', content: 'hello' }] },
    other: { messages: [{ role: 'user', name: 'bob', content: 'hello' }] },
  },
  { what: 'a letter that is not ASCII', one: { messages: said('caf\u00e9') }, other: { messages: said('caf\u00e8') } },
  { what: 'a sign of two units', one: { messages: said('\u{1f600}') }, other: { messages: said('\u{1f601}') } },
  {
    what: 'the form of a letter with an accent',
    one: { messages: said('caf\u00e9') },
    other: { messages: said('cafe\u0301') },
  },
  { what: 'blanks within a text', one: { messages: said('a b') }, other: { messages: said('a  b') } },
  { what: 'a punctuation mark', one: { messages: said('well.') }, other: { messages: said('well?') } },
  { what: 'stream', one: {}, other: { stream: true } },
  { what: 'stream, the other way round', one: { stream: true }, other: {} },
  { what: 'temperature', one: {}, other: { temperature: 0.5 } },
  { what: 'a tenth of the temperature', one: { temperature: 0.5 }, other: { temperature: 0.6 } },
  { what: 'a hundredth of the temperature', one: { temperature: 0.51 }, other: { temperature: 0.52 } },
  { what: 'the fourth decimal of the temperature', one: { temperature: 0.5001 }, other: { temperature: 0.5002 } },
  { what: 'the last digit of max_tokens', one: { max_tokens: 4321 }, other: { max_tokens: 4322 } },
  { what: 'max_tokens', one: { max_tokens: 7 }, other: { max_tokens: 8 } },
  { what: 'max_completion_tokens', one: { max_completion_tokens: 7 }, other: { max_completion_tokens: 8 } },
  { what: 'a tool', one: { tools: [tool('a')] }, other: { tools: [tool('b')] } },
  { what: 'the parameters of a tool', one: { tools: lookUp('a') }, other: { tools: lookUp('b') } },
  { what: 'the schema of a format', one: schema('a'), other: schema('b') },
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
