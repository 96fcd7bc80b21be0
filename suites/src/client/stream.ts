import {
  besideControl,
  type ClientWorld,
  controlThat,
  DriverSilent,
  expectThat,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk, reportOf } from '../support/client/expectations.ts';
import { chunk, event, streamOfPieces } from '../support/client/replies.ts';
import { controlStream, controlWhole, stream } from '../support/client/streams.ts';

const pieces = ['Hello ', 'wor', 'ld, ', 'Zoë \u{1F3A8}', ' end'];
const whole = pieces.join('');
const plain = streamOfPieces(pieces);

/** A stream and all that its caller must get. */
interface WholeStream extends ScriptedAnswer {
  readonly content: string;
  /** Its content as a plain stream has it. Default: in one piece. */
  readonly plainly?: readonly string[];
}

const ofPieces = (given: readonly string[], more: ScriptedAnswer = {}): WholeStream => ({
  events: streamOfPieces(given),
  content: given.join(''),
  plainly: given,
  ...more,
});
const ofEvents = (events: readonly string[], more: ScriptedAnswer = {}): WholeStream => ({
  events,
  content: whole,
  plainly: pieces,
  ...more,
});

/** A check of streams that are read like a plain one with the same content: what a client makes of that is for other rules. */
function completes(rule: string, what: string, rows: Readonly<Record<string, WholeStream>>): ClientCheck {
  const decide = async (world: ClientWorld, { content, plainly = [content], ...answer }: WholeStream) => {
    await controlStream(world);
    const state = async () => {
      const result = expectOk(world, await stream(world, answer), what);
      expectThat(world, result.content === content && result.complete !== false, {
        expected: `${JSON.stringify(content).slice(0, 200)}, complete`,
        observed: `${JSON.stringify(result.content)?.slice(0, 200)}, ${result.complete === false ? 'not complete' : 'complete'}`,
      });
    };
    await besideControl(state, () => controlWhole(world, plainly, rule));
  };
  return clientRows(rule, rows, decide);
}

const usage = event({
  ...chunk(undefined),
  choices: [],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
});
const done = 'data: [DONE]\n\n';
const first = (content: string | null) =>
  event({ ...chunk(undefined), choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });

/** A quick run takes the first few: those that show most. */
const content = completes('client.stream.content', 'a whole stream', {
  'equal pieces in a row, blanks and line separators': ofPieces([
    ...['ha', 'ha', 'ha', ' ', ' ', '\n', '\n', 'ha'],
    ...['\u2028a\u2029b', '\u2028', '\u0085c', '\u00a0'],
  ]),
  'a large piece': ofPieces(['start ', 'x'.repeat(200_000), ' end']),
  'pieces that look like events': ofPieces([
    'data: x\n\n',
    '[DONE]',
    'data: [DONE]',
    'event: error',
    ': c',
    '"error":',
  ]),
  'empty choices first, usage at the end, content null between': {
    events: [
      event({ ...chunk(undefined), choices: [] }),
      ...[first(null), event(chunk('Hello')), event(chunk(' you')), event(chunk(null, 'stop'))],
      ...[usage, done],
    ],
    content: 'Hello you',
    plainly: ['Hello', ' you'],
  },
  'pieces that look like values': ofPieces(['0', 'null', 'false', '', '[]', '{"a":1}', '42']),
  'other ids and models in the first chunks': {
    // The endpoint that began may have failed before its first content token.
    events: [
      ...['acme/one', 'acme/two'].map((model, place) =>
        event({ ...JSON.parse(first('').slice(6)), id: `chatcmpl_${place}`, model, created: 1_780_000_000 + place }),
      ),
      ...[first(''), event(chunk('Hello')), event(chunk(' you')), event(chunk(undefined, 'stop')), done],
    ],
    content: 'Hello you',
    plainly: ['Hello', ' you'],
  },
  'content in the last chunk': {
    events: [first(''), event(chunk('Hello')), event(chunk(' you', 'stop')), done],
    content: 'Hello you',
    plainly: ['Hello', ' you'],
  },
  'content in the first chunk': {
    events: [first('Hello'), event(chunk(' you')), event(chunk(undefined, 'stop')), done],
    content: 'Hello you',
    plainly: ['Hello', ' you'],
  },
  'the role in every chunk': {
    events: [
      ...['Hel', 'lo'].map((piece) => first(piece)),
      event({ ...chunk(undefined), choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: 'stop' }] }),
      done,
    ],
    content: 'Hello',
    plainly: ['Hel', 'lo'],
  },
  'event by event': ofEvents(plain),
  'at once': ofEvents([plain.join('')]),
  'a thousand pieces': ofPieces(Array.from({ length: 1_000 }, (_, place) => `${place} `)),
});

/** Short, since each byte is a write. */
const few = ['Hello ', 'Zoë \u{1F3A8}', ' end'];
/** Characters of two, three and four bytes. */
const characters = ['é\u{1F3A8}', '日\u{1F600}', 'ß本\u{1F680}'];
/** The offsets behind each place where the bytes of `text` stand, moved by so many bytes. */
const behindEach =
  (text: string, moved = 0) =>
  (body: Uint8Array): readonly number[] => {
    const all = Buffer.from(body);
    const found: number[] = [];
    for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) found.push(at + text.length + moved);
    return found;
  };
const isContinued = (byte: number | undefined) => byte !== undefined && byte >> 6 === 0b10;
/** The offsets within characters of several bytes: behind the first byte of each, or before its last. */
const withinCharacters = (where: 'first' | 'last') => (body: Uint8Array) =>
  [...body.keys()].filter(
    (at) => isContinued(body[at]) && (where === 'first' ? !isContinued(body[at - 1]) : !isContinued(body[at + 1])),
  );
/** Each cut by itself breaks a reader that takes what arrives for whole, so that the outcome does not depend on how fast one reads. */
const cuts: Readonly<Record<string, WholeStream>> = {
  'behind the first byte of each character': ofPieces(characters, { cutAt: withinCharacters('first') }),
  'before the last byte of each character': ofPieces(characters, { cutAt: withinCharacters('last') }),
  'in the middle of each chunk': ofPieces(few, { cutAt: behindEach('"delta":') }),
  'between the two ends of lines of each event': ofPieces(few, { cutAt: behindEach('\n\n', -1) }),
  'within CRLF': {
    events: streamOfPieces(few).map((one) => one.replaceAll('\n', '\r\n')),
    content: few.join(''),
    plainly: few,
    cutAt: behindEach('\r'),
  },
  'within the name of each field': ofPieces(few, { cutAt: behindEach('\ndat') }),
  'within [DONE]': ofPieces(few, { cutAt: behindEach('[DO') }),
};
const crlf = plain.map((one) => one.replaceAll('\n', '\r\n'));
const splitBytes = completes('client.stream.split-bytes', 'a stream whose bytes arrive in pieces', {
  ...cuts,
  ...Object.fromEntries([3, 7, 61].map((pieceBytes) => [`${pieceBytes} bytes`, ofEvents(plain, { pieceBytes })])),
  '1 byte': ofPieces(few, { pieceBytes: 1 }),
  '1 byte, lines ending with CRLF': {
    events: streamOfPieces(few).map((one) => one.replaceAll('\n', '\r\n')),
    content: few.join(''),
    plainly: few,
    pieceBytes: 1,
  },
});

const lineEnds = completes('client.stream.line-ends', 'a stream with comments, CRLF or other fields', {
  CRLF: ofEvents(crlf),
  comments: ofEvents([': keep-alive\n\n', ...plain.flatMap((one) => [one, ': ping\n\n'])]),
  'a comment of one colon': ofEvents([':\n\n', ...plain.flatMap((one) => [`:\n${one}`])]),
  'a comment that looks like data': ofEvents([': data: {"error": 1}\n\n', ': data: [DONE]\n\n', ...plain]),
  'a comment between the data and the end of an event': ofEvents(
    plain.map((one) => one.replace(/\n\n$/, '\n: ping\n\n')),
  ),
  'a comment between the data and the end of an event, CRLF': ofEvents(
    crlf.map((one) => one.replace(/\r\n\r\n$/, '\r\n:\r\n\r\n')),
  ),
  'id and retry': ofEvents(plain.map((one, place) => `id: ${place}\nretry: 1000\n${one}`)),
  'an event name': ofEvents(plain.map((one) => `event: message\n${one}`)),
  'fields after the data': ofEvents(plain.map((one) => one.replace(/\n\n$/, '\nid: 1\n\n'))),
  'empty lines between events': ofEvents(['\n\n', ...plain.map((one) => `${one}\n\n`)]),
  'data without a blank': ofEvents(plain.map((one) => one.replace(/^data: \{/, 'data:{'))),
});

/** What is read dispatches no event where no data came before its empty line. */
const withoutData = completes('client.stream.event-without-data', 'a stream with events that have no data', {
  'a ping between events': ofEvents(plain.flatMap((one) => ['event: ping\n\n', one])),
  'a retry field at the start': ofEvents(['retry: 3000\n\n', ...plain]),
  'an id alone': ofEvents(plain.flatMap((one, place) => [one, `id: ${place}\n\n`]).slice(0, -1)),
  'fields of unknown names': ofEvents(plain.map((one) => `data-size: 3\nretry\n${one}`)),
});

/** The lines of one event's data, which a reader of events joins by line ends. */
const inLines = (one: string) => one.replace(/^data: (.*),("choices")/, 'data: $1,\ndata: $2');
const dataLines = completes('client.stream.data-lines', 'a stream whose data stands on several lines', {
  'two lines': ofEvents(plain.map(inLines)),
  'two lines that end with CRLF': ofEvents(plain.map((one) => inLines(one).replaceAll('\n', '\r\n'))),
  'a comment between two lines of data': ofEvents(
    plain.map((one) => inLines(one).replace('\ndata: ', '\n: ping\ndata: ')),
  ),
  'another field between two lines of data': ofEvents(
    plain.map((one) => inLines(one).replace('\ndata: ', '\nid: 7\ndata: ')),
  ),
  'an empty line of data': ofEvents(plain.map((one) => one.replace('data: {', 'data:\ndata: {'))),
});

const doneTold = completes('client.stream.done', 'a stream that ends with [DONE]', {
  'in pieces': ofEvents(plain),
  'in the same write as the last chunk': ofEvents([...plain.slice(0, -2), plain.slice(-2).join('')]),
  'after usage': ofEvents([...plain.slice(0, -1), usage, done]),
  'after a finish reason of length': ofEvents([...plain.slice(0, -2), event(chunk(undefined, 'length')), done]),
});

/** Far above what a busy machine makes of a short stream. */
const heldMs = 10_000;

/** A client that waits for the end of the connection reports it late; no stream of the contract goes on after [DONE], so that it gets there. */
const doneEnds = clientRows('client.stream.done-ends', ['short', 'with usage'], async (world, row) => {
  await controlStream(world);
  const events = row === 'short' ? plain : [...plain.slice(0, -1), usage, done];
  const beganS = world.nowS();
  const answer = await stream(world, { events, ending: 'hold', holdMs: heldMs });
  const tookMs = (world.nowS() - beganS) * 1000;
  expectOk(world, answer, 'a stream that has said [DONE], the connection staying open');
  expectThat(world, tookMs < heldMs - 500, {
    expected: 'the end to be reported at [DONE]',
    observed: `a report after ${tookMs.toFixed(0)} ms, when the connection had been closed`,
  });
});

function notComplete(rule: string, what: string, rows: Readonly<Record<string, ScriptedAnswer>>): ClientCheck {
  return clientRows(rule, rows, async (world, row) => {
    await controlStream(world);
    const answer = await silentStream(world, row);
    expectThat(world, answer === undefined || !answer.ok || answer.result.complete === false, {
      expected: `${what} not to be reported as complete`,
      observed: answer === undefined ? 'nothing' : reportOf(answer),
    });
  });
}

/** A client that goes on trying has not reported a success. */
async function silentStream(world: ClientWorld, answer: ScriptedAnswer) {
  try {
    return await stream(world, answer);
  } catch (error) {
    if (!(error instanceof DriverSilent)) throw error;
    controlThat(world.requests().length > 3, `${error.message} at a stream that breaks off`);
    return undefined;
  }
}

const undone = plain.slice(0, -1);
const delta = (of: object, finishReason: string | null = null) =>
  event({ ...chunk(undefined), choices: [{ index: 0, delta: of, finish_reason: finishReason }] });
const toolCall = { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":' } };
/** A stream of one tool call: its head, the rest of it, and its finish reason. */
const callHead = [delta({ role: 'assistant', content: null }), delta({ tool_calls: [toolCall] })];
const callRest = delta({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] });
const callEnd = delta({}, 'tool_calls');

/** Neither the finish_reason nor the closed connection stands for [DONE]. */
const missingDone = notComplete('client.stream.missing-done', 'a stream without [DONE]', {
  'after the finish reason': { events: undone },
  'before the finish reason': { events: undone.slice(0, -1) },
  'after the first piece': { events: undone.slice(0, 2) },
  ...Object.fromEntries(
    ['length', 'tool_calls', 'content_filter', 'eos'].map((reason) => [
      `after the finish reason ${reason}`,
      { events: [...undone.slice(0, -1), event(chunk(undefined, reason))] },
    ]),
  ),
  'after usage': { events: [...undone, usage] },
  'after a piece of a tool call': { events: callHead },
  'after a tool call': { events: [...callHead, callRest] },
  'after a tool call and its finish reason': { events: [...callHead, callRest, callEnd] },
  'after text and a piece of a tool call': { events: [...plain.slice(0, 4), ...callHead.slice(1)] },
  'before anything': { events: [] },
  'in the middle of the word': { events: [...undone, 'data: [DON'] },
  'in the middle of a chunk': { events: [...undone.slice(0, 3), 'data: {"choices":[{"index":0,"del'] },
});

const connectionLost = notComplete('client.stream.connection-lost', 'a stream whose connection was lost', {
  'before anything': { events: [], ending: 'cut' },
  'after the role': { events: plain.slice(0, 1), ending: 'cut' },
  'after some content': { events: plain.slice(0, 4), ending: 'cut' },
  'after a piece of a tool call': { events: callHead, ending: 'cut' },
  'after a tool call and its finish reason': { events: [...callHead, callRest, callEnd], ending: 'cut' },
  'after the finish reason': { events: undone, ending: 'cut' },
  'after the finish reason length': {
    events: [...undone.slice(0, -1), event(chunk(undefined, 'length'))],
    ending: 'cut',
  },
  'in the middle of a chunk': { events: [...plain.slice(0, 3), 'data: {"choi'], ending: 'cut' },
});

/** Streams (Endpoints › POST /v1/chat/completions, response). */
const streams: readonly ClientCheck[] = [
  content,
  splitBytes,
  lineEnds,
  withoutData,
  dataLines,
  doneTold,
  doneEnds,
  missingDone,
  connectionLost,
];
export default streams;
