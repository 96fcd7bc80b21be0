import type { Message } from './chat-bodies.ts';

/** A message with what turns with tools have besides, and contents in parts. */
interface CommonMessage extends Omit<Message, 'content'> {
  readonly content: string | readonly object[];
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

const longCallId = `call_${'a1'.repeat(30)}`;

/** Conversations in the common format that a gateway is easily tempted to tidy up. */
export const unusual: readonly (readonly CommonMessage[])[] = [
  // Many turns, some of them alike.
  [user('one'), assistant('ok'), user('one'), assistant('ok'), user('two'), assistant('ok'), user('three')],
  // Neighbours of one role, and a system message that is not the first.
  [user('first part'), user('second part'), { role: 'system', content: 'Be brief.' }, user('third part')],
  // Nothing between two turns.
  [user('hello'), assistant(''), user('again')],
  // A tool that was called.
  [
    user('What is the weather?'),
    {
      ...assistant('Let me look.'),
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"n": 1.0}' } }],
    },
    { role: 'tool', content: 'Rain.', tool_call_id: 'call_1' },
  ],
  // Blanks and line ends around a text, which code is made of.
  [user('\n    if x:\n\treturn  \n\n'), assistant('  \n'), user(' and \n')],
  // More turns than a window of recent ones holds.
  Array.from({ length: 61 }, (_, turn) => (turn % 2 === 0 ? user(`question ${turn}`) : assistant(`answer ${turn}`))),
  // Markup.
  [user('<b>1 &lt; 2 && "3" > \'2\'</b>')],
  // Contents in parts.
  [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'the first half' },
        { type: 'text', text: 'the second half' },
      ],
    },
  ],
  // One that is long, longer than 64 KiB, and a conversation of hundreds of turns.
  [user(`${'word '.repeat(2_500)}end`)],
  [user(`${'word '.repeat(14_000)}end`)],
  // Characters of several bytes, which arrive in pieces that end within one.
  [user(`${'3 € für Äpfel, '.repeat(8_000)}end`)],
  Array.from({ length: 301 }, (_, turn) => (turn % 2 === 0 ? user(`question ${turn}`) : assistant(`answer ${turn}`))),
  // Who speaks, and an image beside a text.
  [{ ...user('hello'), name: 'ann' }, assistant('hi'), { ...user('hello'), name: 'bob' }],
  [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        {
          type: 'image_url',
          image_url: { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=', detail: 'low' },
        },
      ],
    },
  ],
  // A call under a long id.
  [
    user('What is the weather?'),
    {
      ...assistant('Let me look.'),
      tool_calls: [{ id: longCallId, type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', content: 'Rain.', tool_call_id: longCallId },
  ],
];
