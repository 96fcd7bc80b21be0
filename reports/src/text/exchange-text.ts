import type { ExchangeRecord, ExchangeSide, MessageRecord, ResultDocument } from '@gateproof/harness';
import { type CutLimits, counted, cutText } from './cut-text.ts';
import { durationText } from './duration-text.ts';
import { endingText } from './ending-text.ts';
import type { Style } from './style.ts';
import { visibleText } from './visible-text.ts';

/** A result document keeps so many bytes of a body. */
const keptBytes = 65_536;

type TargetKind = ResultDocument['target']['kind'];

const parties: Readonly<Record<ExchangeSide, string>> = {
  request: 'harness → gateway',
  upstream: 'gateway → upstream',
  delivery: 'gateway → webhook receiver',
  driver: 'harness → client driver',
};
/** Where a client or receiver is judged, another party sends. */
const partiesOf: { readonly [kind in TargetKind]?: Partial<typeof parties> } = {
  proxy: { request: 'client → gateway' },
  client: { request: 'client → gateway' },
  receiver: { delivery: 'harness → webhook receiver' },
};

export interface ExchangeTextOptions {
  readonly style: Style;
  /** Times are counted from this moment on, in ms since the run began: the begin of the case. */
  readonly originMs: number;
  readonly body: CutLimits;
  /** What was judged: who sent what follows from it. Default: a gateway. */
  readonly targetKind?: TargetKind;
  /** Marks the exchange as one that shows the break. Default false. */
  readonly showsBreak?: boolean;
}

/** One exchange as wire text: who spoke to whom and when, what was sent behind `>`, what came back behind `<`. */
export function exchangeText(exchange: ExchangeRecord, options: ExchangeTextOptions): string[] {
  const { style } = options;
  const mark = options.showsBreak === true ? style.red(' ◀ shows it') : '';
  const who = partiesOf[options.targetKind ?? 'url']?.[exchange.side] ?? parties[exchange.side];
  const head = `${style.bold(exchange.id)} ${style.cyan(who)} · ${timesText(exchange, options.originMs)}${mark}`;
  const target = visibleText(`${exchange.request.method} ${exchange.request.url}`);
  const sent = message(target, exchange.request, options).map((line) => `${style.dim('>')} ${line}`.trimEnd());
  return [head, ...sent, ...answer(exchange, options)];
}

function timesText(exchange: ExchangeRecord, originMs: number): string {
  const at = (ms: number) => `+${durationText(Math.max(0, ms - originMs))}`;
  const head = exchange.response === undefined ? '' : `, answered ${at(exchange.response.headersAtMs)}`;
  return `sent ${at(exchange.request.atMs)}${head}, ended ${at(exchange.endedAtMs)}`;
}

function answer(exchange: ExchangeRecord, options: ExchangeTextOptions): string[] {
  const { style } = options;
  const lines = exchange.response
    ? message(`HTTP ${exchange.response.status}`, exchange.response, options).map((line) =>
        `${style.dim('<')} ${line}`.trimEnd(),
      )
    : [style.dim('(no answer)')];
  if (exchange.ending === 'complete') return lines;
  return [...lines, style.yellow(`(${visibleText(endingText(exchange.ending, exchange.trouble))})`)];
}

function message(head: string, record: MessageRecord, options: ExchangeTextOptions): string[] {
  const headers = record.headers.map(([name, value]) => `${visibleText(name)}: ${visibleText(value)}`);
  const body = bodyText(record, options);
  return [head, ...headers, ...(body === '' ? [] : ['', ...body.split('\n')])];
}

function bodyText(record: MessageRecord, options: ExchangeTextOptions): string {
  if (record.bodyBytes === 0) return '';
  if ('base64' in record.body) {
    return `(${counted(record.bodyBytes, 'byte')} that are not text, base64)\n${cutText(record.body.base64, options.body)}`;
  }
  const text = record.body.text.replace(/\n+$/, '');
  const cut = cutText(visibleText(text), options.body);
  if (record.bodyBytes <= keptBytes) return cut;
  return `${cut}\n(of ${counted(record.bodyBytes, 'byte')} the result document keeps the first ${counted(keptBytes, 'byte')})`;
}
