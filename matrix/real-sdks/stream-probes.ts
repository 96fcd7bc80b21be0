import type { ScriptedAnswer } from '@gateproof/harness';
import { chunkOf, errorOf, event, streamOf } from './answers.ts';
import { answerRefused, endMissed, endUnnoticed } from './findings.ts';
import { hear, type Probe, toldIn } from './probe.ts';

const done = 'data: [DONE]\n\n';
const begun = streamOf(['Hello ', 'world']).slice(0, 3);
const error = errorOf('provider_unavailable');

const streams = (question: string, answer: ScriptedAnswer): Probe => ({
  question,
  finding: endUnnoticed,
  ask: async (world) => toldIn(await hear(world, [answer], { op: 'chat_stream' })),
});
/** Many small pieces take long on a busy machine. */
const wholeLimitMs = 60_000;

/** A stream that is whole, written in a way that the contract leaves open. */
const whole = (question: string, answer: ScriptedAnswer): Probe => ({
  question,
  finding: answerRefused,
  async ask(world) {
    const { answer: heard } = await hear(world, [answer], { op: 'chat_stream', watchedMs: wholeLimitMs });
    if (heard === undefined) return 'nothing yet';
    if (!heard.ok) return '**fails**';
    return heard.result.content === 'Hello world' ? 'read' : '**content lost**';
  },
});
const plain = streamOf(['Hello ', 'world']);

/** What an SDK makes of streams. */
export const streamProbes: readonly Probe[] = [
  streams('error chunk in a 200 stream, then `[DONE]`', { events: [...begun, event({ error }), done] }),
  streams('error chunk that has `choices`, then `[DONE]`', {
    events: [...begun, event({ ...chunkOf(''), error }), done],
  }),
  streams('error in the first chunk', { events: [event({ error }), done] }),
  streams('error chunk, then the end without `[DONE]`', { events: [...begun, event({ error })] }),
  streams('clean end without `[DONE]`, after `finish_reason`', { events: plain.slice(0, -1) }),
  streams('clean end without `[DONE]` or `finish_reason`', { events: begun }),
  streams('no event at all', { events: [] }),
  streams('connection lost after some content', { events: begun, ending: 'cut' }),
  {
    question: '`[DONE]`, the connection staying open for 4 s',
    finding: endMissed,
    async ask(world) {
      const beganS = world.nowS();
      const heard = await hear(world, [{ events: plain, ending: 'hold', holdMs: 4_000 }], { op: 'chat_stream' });
      if (heard.answer?.ok !== true) return toldIn(heard);
      return world.nowS() - beganS < 3.5 ? 'ends at `[DONE]`' : '**waits for the connection to close**';
    },
  },
  whole('`error: null` in ordinary chunks', {
    events: plain.map((one) => one.replace('"object"', '"error":null,"object"')),
  }),
  whole('unknown fields in chunks', {
    events: plain.map((one) => one.replace('"object"', '"new":{"a":[1]},"object"')),
  }),
  whole('comments, CRLF, `id:` lines', {
    events: plain.map((one, place) => `: ping\r\n\r\nid: ${place}\r\n${one.replaceAll('\n', '\r\n')}`),
  }),
  whole('bytes that arrive one by one', { events: plain, pieceBytes: 1 }),
];
