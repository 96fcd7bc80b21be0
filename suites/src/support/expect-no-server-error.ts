import { describeAnswer, type Exchange, expectThat, type World } from '@gateproof/harness';

/** States that an odd request was served or refused as the client's fault; `statuses` are the refusals that are allowed beside 200. */
export function expectServedOrRefused(
  world: World,
  exchange: Exchange,
  oddity: string,
  allowed: (status: number) => boolean,
): void {
  const { status = 0 } = exchange.response ?? {};
  expectThat(world, exchange.ending === 'complete' && (status === 200 || allowed(status)), {
    expected: `${oddity} to be served, or refused as a fault of the request`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

/** Refused with 400 only. */
export const only400 = (status: number): boolean => status === 400;
/** Refused with any status of the client's fault. */
export const any4xx = (status: number): boolean => status >= 400 && status < 500;
/** Refused with 400, or as something that no endpoint of the model can do. */
export const badOrUnavailable = (status: number): boolean => status === 400 || status === 404;
