import {
  acceptsCoding,
  codingsIn,
  type Exchange,
  type History,
  headersOf,
  isToTarget,
  type ReceivedResponse,
  requestHeaderOf,
} from '@gateproof/harness';
import { type Subject, standingTable } from '../../support/standing-table.ts';

interface AnsweredRequest extends Subject {
  readonly response: ReceivedResponse;
}

/** First bytes of gzip data with the one method that it knows: no JSON and no event begins so. */
const gzipBegin = [0x1f, 0x8b, 0x08];

function* answersSeen({ exchanges, baseUrl }: History): Generator<AnsweredRequest> {
  for (const exchange of exchanges) {
    const { response } = exchange;
    if (response !== undefined && isToTarget(exchange, baseUrl)) yield { exchange, response };
  }
}

/** What the request says it accepts, in words. */
function acceptedBy(exchange: Exchange): string {
  const accepted = requestHeaderOf(exchange, 'accept-encoding');
  return `a coding that the request accepts (Accept-Encoding: ${accepted ?? ''}), or none`;
}

function labelOf(exchange: Exchange): string {
  return `Content-Encoding: ${headersOf(exchange, 'content-encoding').join(', ')}`;
}

/** The content coding of every answer. */
export default standingTable(answersSeen, {
  'answer.coding.accepted': ({ exchange, response }) => {
    const refused = codingsIn(response.headers).find((coding) => !acceptsCoding(exchange.request.headers, coding));
    if (refused === undefined) return 'held';
    // A label that is not true leaves it open which coding was meant.
    if (response.coding?.problem !== undefined) return { undecidedBy: 'answer.coding.decodes' };
    return { broken: { expected: acceptedBy(exchange), observed: labelOf(exchange) } };
  },
  'answer.coding.decodes': ({ exchange, response }) => {
    const { body, coding } = response;
    const isCoded = codingsIn(response.headers).length > 0;
    const expected = isCoded
      ? `a body that is what ${labelOf(exchange)} says`
      : 'a body without a coding, as nothing labels it';
    if (coding?.problem !== undefined)
      return { broken: { expected, observed: `${labelOf(exchange)}, but ${coding.problem}${beginning(body)}` } };
    if (body.length === 0 || (isCoded && coding === undefined)) return undefined;
    const isUnlabelled = !isCoded && gzipBegin.every((byte, place) => body[place] === byte);
    return isUnlabelled ? { broken: { expected, observed: 'gzip data without a Content-Encoding' } } : 'held';
  },
});

/** What a body that could not be decoded begins with, where that can be read. */
function beginning(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, 40)).toString('latin1');
  return /^[\x20-\x7e\s]+$/.test(text) ? `: it begins ${JSON.stringify(text)}` : '';
}
