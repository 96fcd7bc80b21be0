import type { ExchangeRecord } from '@gateproof/harness';
import { visibleText } from '../text/visible-text.ts';
import { type Html, h } from './markup.ts';

type Lane = 'client' | 'gateway' | 'upstream' | 'receiver';

const lanes: readonly Lane[] = ['client', 'gateway', 'upstream', 'receiver'];
const ends: Readonly<Record<ExchangeRecord['side'], readonly [Lane, Lane]>> = {
  request: ['client', 'gateway'],
  upstream: ['gateway', 'upstream'],
  delivery: ['gateway', 'receiver'],
  driver: ['client', 'gateway'],
};

const laneWidth = 240;
const rowHeight = 26;
const headHeight = 34;
const mostLabel = 30;

interface Message {
  readonly from: Lane;
  readonly to: Lane;
  readonly atMs: number;
  readonly label: string;
  readonly isAnswer: boolean;
  readonly showsBreak: boolean;
}

/** Who sent what to whom, from top to bottom in the order of time, with the ms since the first message. */
export function sequenceDiagram(exchanges: readonly ExchangeRecord[], shownBy: readonly string[]): Html {
  const messages = exchanges.flatMap((one) => messagesOf(one, shownBy)).sort((one, other) => one.atMs - other.atMs);
  const used = lanes.filter((lane) => messages.some(({ from, to }) => from === lane || to === lane));
  const originMs = messages[0]?.atMs ?? 0;
  const width = laneWidth * used.length;
  const height = headHeight + rowHeight * (messages.length + 0.5);
  const x = (lane: Lane) => laneWidth * (used.indexOf(lane) + 0.5);
  return h('svg', { class: 'sequence', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' }, [
    h('title', null, 'Messages between client, gateway, upstreams and receiver in the order of time'),
    used.flatMap((lane) => [
      h('line', { class: 'lane', x1: x(lane), x2: x(lane), y1: headHeight - 10, y2: height }),
      h('text', { class: 'lane-name', x: x(lane), y: 16 }, lane),
    ]),
    messages.map((message, row) => arrow(message, { x, y: headHeight + rowHeight * (row + 0.7), originMs })),
  ]);
}

function messagesOf(exchange: ExchangeRecord, shownBy: readonly string[]): Message[] {
  const { id, side, request, response, ending, endedAtMs } = exchange;
  const [from, to] = ends[side];
  const showsBreak = shownBy.includes(id);
  const path = request.url.replace(request.address === undefined ? /^https?:\/\/[^/]*/ : /^https?:\/\//, '');
  const answer = response === undefined ? ending : `${response.status}${ending === 'complete' ? '' : ` ${ending}`}`;
  return [
    { from, to, atMs: request.atMs, label: `${id} ${request.method} ${path}`, isAnswer: false, showsBreak },
    {
      from: to,
      to: from,
      atMs: response?.headersAtMs ?? endedAtMs,
      label: `${id} ${answer}`,
      isAnswer: true,
      showsBreak,
    },
  ];
}

interface Place {
  readonly x: (lane: Lane) => number;
  readonly y: number;
  readonly originMs: number;
}

function arrow({ from, to, atMs, label, isAnswer, showsBreak }: Message, { x, y, originMs }: Place): Html {
  const [start, end] = [x(from), x(to)];
  const tip = end + (start < end ? -7 : 7);
  const text = visibleText(
    `${label.length > mostLabel ? `${label.slice(0, mostLabel - 1)}…` : label} +${Math.round(atMs - originMs)} ms`,
  );
  return h('g', { class: `message${isAnswer ? ' answer' : ''}${showsBreak ? ' shows' : ''}` }, [
    h('line', { x1: start, x2: tip, y1: y, y2: y }),
    h('polygon', { points: `${end},${y} ${tip},${y - 4} ${tip},${y + 4}` }),
    h('text', { x: (start + end) / 2, y: y - 4 }, text),
  ]);
}
