import { type DriverOperation, errorTable } from '@gateproof/spec';
import { type BadClient, type ClientChanges, ClientError, type Failure, type JsonObject } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';
import { doing } from './patches.ts';

/** Makes something else of a failure of one operation; undefined: what the reference makes of it. */
const failing = (op: DriverOperation, change: (failure: Failure) => JsonObject | Failure | undefined): ClientChanges =>
  doing(op, async (tools, given) => {
    try {
      return await right.operations[op](tools, given);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      const changed = change(error.failure) ?? error.failure;
      if ('sent' in changed) throw new ClientError(changed as Failure);
      return changed;
    }
  });

/** Takes an error without an envelope for this. */
const bareAs = (op: DriverOperation, result: JsonObject, isOne: (failure: Failure) => boolean = () => true) =>
  failing(op, (failure) =>
    failure.sent.code === undefined && failure.status !== undefined && isOne(failure) ? result : undefined,
  );

const unlistedAs = (op: DriverOperation, code: string): ClientChanges =>
  failing(op, (failure) =>
    failure.sent.code === undefined || errorTable.has(String(failure.sent.code))
      ? undefined
      : { ...failure, sent: { ...failure.sent, code } },
  );

const withoutHeaders = (op: DriverOperation): ClientChanges =>
  failing(op, (failure) => ({ ...failure, headers: undefined }));

/** Clients that read errors rightly, but not those of one operation. */
export const oneOperationErrorDeviations: readonly BadClient[] = [
  { id: 'client.error.no-envelope:of-streams', changes: bareAs('chat_stream', { content: '', complete: true }) },
  { id: 'client.error.no-envelope:of-images', changes: bareAs('create_image', { id: 'job_1', state: 'queued' }) },
  {
    id: 'client.error.no-envelope:of-transcriptions',
    changes: bareAs('create_transcription', { id: 'job_1', state: 'queued' }),
  },
  { id: 'client.error.no-envelope:of-reads', changes: bareAs('get_job', { id: 'job_1', state: 'processing' }) },
  { id: 'client.error.no-envelope:of-waits', changes: bareAs('wait_job', { id: 'job_1', state: 'failed' }) },
  {
    id: 'client.error.no-envelope:of-late-cancels',
    changes: bareAs('cancel_job', { id: 'job_1', state: 'canceled' }, ({ status }) => status === 409),
  },
  { id: 'client.error.no-envelope:of-lists', changes: bareAs('list_models', { ids: [] }) },
  {
    id: 'client.error.no-envelope:of-models',
    changes: bareAs('get_model', { id: 'acme/talker' }, ({ status }) => status === 404),
  },
  { id: 'client.error.unlisted-code:of-reads', changes: unlistedAs('get_job', 'unknown_error') },
  { id: 'client.error.unlisted-code:of-cancels', changes: unlistedAs('cancel_job', 'idempotency_conflict') },
  { id: 'client.error.unlisted-code:of-submissions', changes: unlistedAs('create_transcription', 'invalid_request') },
  { id: 'client.error.unlisted-code:of-models', changes: unlistedAs('get_model', 'model_not_found') },
  { id: 'client.error.request-id:of-reads', changes: withoutHeaders('get_job') },
  { id: 'client.error.request-id:of-images', changes: withoutHeaders('create_image') },
];
