import { allRepairs, type Exchange, mend } from '@gateproof/harness';
import { defaultPrefix } from '@gateproof/spec';
import type { Asked, Spoil, WholeAnswer } from './spoil.ts';

const baseUrl = 'http://gateway.test';

/**
 * The way as it is once its one thing is fixed: nothing, or, where it loses something, an answer that was repaired. `cause` is the id of the cause.
 */
export function fixed(spoil: Spoil): readonly Spoil[] {
  if (spoil.isLossy !== true) return [];
  const repairs = allRepairs.filter(({ id, family }) => id === spoil.cause || family?.of.id === spoil.cause);
  const repaired = (answer: WholeAnswer, asked: Asked): WholeAnswer => {
    const { response } = mend(exchangeOf(answer, asked), repairs, { baseUrl, prefix: defaultPrefix });
    if (response === undefined) return answer;
    const headers = Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value]));
    return { status: response.status, headers, body: Buffer.from(response.body).toString() };
  };
  const { whole, event } = spoil;
  return [
    {
      id: `${spoil.id}, fixed`,
      cause: spoil.cause,
      ...(whole === undefined ? {} : { whole: (answer, asked) => repaired(whole(answer, asked), asked) }),
      ...(event === undefined ? {} : { event: (data, asked) => event(data, asked).map((one) => inEvent(one, asked)) }),
    },
  ];

  function inEvent(data: string, asked: Asked): string {
    const headers = { 'content-type': 'text/event-stream' };
    const { body } = repaired({ status: 200, headers, body: `data: ${data}\n\n` }, asked);
    return /^data: ?(.*)$/m.exec(body)?.[1] ?? data;
  }
}

function exchangeOf({ status, headers, body: text }: WholeAnswer, { method, path, json }: Asked): Exchange {
  const body = Buffer.from(text);
  return {
    id: 'x1',
    side: 'request',
    request: { method, url: `${baseUrl}${path}`, headers: [], body: Buffer.from(JSON.stringify(json)), atMs: 0 },
    response: {
      status,
      headers: Object.entries(headers),
      body,
      arrivals: [{ atMs: 1, length: body.length }],
      headersAtMs: 1,
    },
    ending: 'complete',
    endedAtMs: 2,
  };
}
