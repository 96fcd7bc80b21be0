import type { Exchange } from '../exchange/exchange.ts';
import type { RequestKinds } from '../run/run-options.ts';

/** The kind of all calls of an operation. */
export const callKind = (operation: string): string => `the call ${operation}`;

/** The kinds of each call of a driver, by its exchange: by its operation, and by what its client was answered last meanwhile. */
export function callKinds(exchanges: readonly Exchange[]): RequestKinds {
  const calls = exchanges.filter(({ side }) => side === 'driver');
  return new Map(
    calls.map((call) => {
      const general = callKind(call.request.url.replace(/^driver:/, ''));
      const last = exchanges.findLast((one) => one.side === 'request' && isWithin(one, call));
      return [call.id, last === undefined ? [general] : [general, `${general}, ${answerText(last)}`]];
    }),
  );
}

function isWithin({ request }: Exchange, call: Exchange): boolean {
  return request.atMs >= call.request.atMs && request.atMs <= call.endedAtMs;
}

/** What a client was answered, in a few words. */
function answerText({ request, response, ending }: Exchange): string {
  const asked = `${request.method} ${new URL(request.url).pathname.replace(/^\/case\d+(\.\d+)?/, '')}`;
  if (response === undefined) return `whose ${asked} was not answered`;
  const lost = ending === 'cut' ? ' and then cut off' : '';
  return `whose ${asked} was answered ${response.status}${lost}`;
}
