import type { Exchange, Symptom } from '@gateproof/harness';
import { isAcknowledged } from './acknowledged.ts';

/** What one mistake of a receiver breaks many rules by: the narrow symptoms first. */
export const receiverSymptoms: readonly Symptom[] = [
  {
    id: 'effect-lost',
    sentence: 'Genuine events that are acknowledged have no effect.',
    // What was refused has none, and rightly.
    shows: (rule, exchanges) => rule !== 'receiver.forged.without-effect' && lastCounts(exchanges).includes(0),
  },
  {
    id: 'effect-again',
    sentence: 'An event that comes again has another effect.',
    shows: (_, exchanges) => lastCounts(exchanges).some((count) => count > 1),
  },
  {
    id: 'forged-acknowledged',
    sentence: 'Deliveries that must be refused are acknowledged.',
    oneOf: ['receiver.forged.unsigned', 'receiver.forged.wrong-secret'],
    shows: showsForged,
  },
  {
    id: 'time-unchecked',
    sentence: 'Deliveries are acknowledged whose t is more than 300 seconds away from the present.',
    shows: (rule, exchanges) => rule.startsWith('receiver.time.') && showsForged(rule, exchanges),
  },
  {
    id: 'some-forged-acknowledged',
    sentence: 'Deliveries that must be refused are acknowledged in some forms.',
    shows: showsForged,
  },
  {
    id: 'bytes-refused',
    sentence: 'Genuine deliveries are not acknowledged where their body is spelled in another way.',
    shows: (rule, exchanges) => rule.startsWith('receiver.bytes.') && isRefused(exchanges.at(-1)),
  },
  {
    id: 'rotation-refused',
    sentence: 'Genuine deliveries are not acknowledged while the secret rotates.',
    shows: (rule, exchanges) => rule.startsWith('receiver.rotation.') && isRefused(exchanges.at(-1)),
  },
  {
    id: 'genuine-refused',
    sentence: 'Genuine deliveries are not acknowledged in time.',
    shows: (_, exchanges) => isRefused(exchanges.at(-1)),
  },
  {
    id: 'event-changed',
    sentence: 'The handler is given events otherwise than they were sent.',
    shows: (rule) => rule.startsWith('receiver.event.'),
  },
];

const isDelivery = ({ request }: Exchange) => request.method === 'POST';

function showsForged(rule: string, exchanges: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  const speaksOfForged = /^receiver\.(forged|time|rotation\.none-)/.test(rule);
  return speaksOfForged && last !== undefined && isDelivery(last) && isAcknowledged(last);
}

function isRefused(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && isDelivery(exchange) && !isAcknowledged(exchange);
}

/** What the observer answered last of each event. */
function lastCounts(exchanges: readonly Exchange[]): readonly number[] {
  const read = exchanges.filter(({ request, response }) => request.method === 'GET' && response !== undefined);
  return [...new Map(read.map(({ request, response }) => [request.url, countIn(response?.body)])).values()];
}

function countIn(body: Uint8Array | undefined): number {
  try {
    const { count } = JSON.parse(Buffer.from(body ?? []).toString()) as { count?: unknown };
    return typeof count === 'number' ? count : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
