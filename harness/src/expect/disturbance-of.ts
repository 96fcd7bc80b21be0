import type { ComeAgainStatus } from '../check/setup-failed.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { headerOf } from '../exchange/headers.ts';
import { envelopeOf } from '../exchange/json-of.ts';

/** Why an exchange shows nothing of the rule, and how long the target asks to wait. */
export interface ExchangeDisturbance {
  readonly what: string;
  readonly retryAfterMs: number;
  /** The answer that asks to come again later; undefined: an answer was lost. */
  readonly status?: ComeAgainStatus;
}

/**
 * What hit an exchange from outside: a connection that was not made or was lost, a deadline that passed, a 429 or 503 that the case did not ask
 * for. Undefined for an answer that can be judged, an answer that is not HTTP included.
 */
export function disturbanceOf(exchange: Exchange, asked: readonly number[] = []): ExchangeDisturbance | undefined {
  const { ending, trouble, response, id } = exchange;
  if (ending === 'refused' || ending === 'cut' || ending === 'timeout') {
    const how = {
      refused: 'no connection was made',
      cut: 'the connection was lost',
      timeout: 'no whole answer came in time',
    };
    return {
      what: `${how[ending]} (${id}${trouble === undefined ? '' : `: ${trouble}`})`,
      retryAfterMs: 0,
    };
  }
  const status = response?.status;
  if ((status !== 429 && status !== 503) || asked.includes(status)) return undefined;
  return { what: `${status} that was not asked for (${id})`, retryAfterMs: retryAfterMsOf(exchange), status };
}

function retryAfterMsOf(exchange: Exchange): number {
  const field = envelopeOf(exchange)?.retry_after_ms;
  if (typeof field === 'number' && field >= 0) return field;
  const seconds = Number(headerOf(exchange, 'retry-after') ?? '0');
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
