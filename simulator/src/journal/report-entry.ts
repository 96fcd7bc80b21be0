import type { ServiceNames } from '@gateproof/spec';
import type { ReportedRequest } from '../control/journal-protocol.ts';
import { faultMisses } from '../faults/fault-misses.ts';
import type { FaultOccasion } from '../faults/fault-plan.ts';
import type { FaultReport } from '../faults/fault-rule.ts';
import { blame } from './blame.ts';
import type { JournalEntry } from './journal-entry.ts';
import { nearMisses } from './near-misses.ts';
import { type ReadEntry, readEntry, valueAt } from './read-entry.ts';
import { type Redaction, redactHeaders, redactText, redactValue } from './redact.ts';

/** What entries are reported against. */
export interface ReportedWorld extends Redaction {
  readonly names: ServiceNames;
  readonly modelIds: readonly string[];
  readonly faults: readonly FaultReport[];
}

const paths = [
  '/v1/chat/completions',
  '/v1/images/generations',
  '/v1/audio/transcriptions',
  '/v1/models',
  '/v1/jobs',
] as const;
const routes = { [paths[0]]: 'chat', [paths[1]]: 'image', [paths[2]]: 'transcription' } as const;
const headers = ['authorization', 'content-type', 'content-length', 'accept', 'host', 'connection', 'user-agent'];

/** A request as the journal shows it: redacted, with a sentence of blame and what looks like a slip. */
export function reportEntry(entry: JournalEntry, world: ReportedWorld): ReportedRequest {
  const { names, modelIds, faults } = world;
  const read = readEntry(entry);
  const { metadataHeader } = names;
  const known = { modelIds, paths, metadataHeader, headers: [...headers, 'idempotency-key', metadataHeader] };
  const occasion = occasionOf(read);
  return {
    number: entry.number,
    at: new Date(entry.atMs).toISOString(),
    request_id: entry.requestId,
    method: entry.method,
    path: redactText(entry.path, world),
    headers: redactHeaders(entry.headers, world),
    body: read.json === undefined ? redactText(read.text, world) : redactValue(read.json, world),
    body_bytes: entry.bodyBytes,
    status: entry.status ?? null,
    code: read.error?.code ?? null,
    answer: entry.answer,
    faults: entry.faults,
    blame: blame(read, world),
    near_misses: [
      ...nearMisses(read, known),
      ...(occasion === undefined || entry.faults.length > 0 ? [] : faultMisses(faults, occasion)),
    ].map((text) => redactText(text, world)),
  };
}

function occasionOf({ entry, json }: ReadEntry): FaultOccasion | undefined {
  const route = routes[(entry.path.split('?')[0] ?? '') as keyof typeof routes];
  if (route === undefined) return undefined;
  const model = valueAt(json, 'model');
  // What a client sends in its place may be no text, and have no way to become one.
  return { route, model: typeof model === 'string' ? model : '', stream: valueAt(json, 'stream') === true };
}
