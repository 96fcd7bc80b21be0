import type { KeyAnswer, ModelRequest, WebhookRequest } from '@gateproof/spec';
import { SetupFailed } from '../../check/setup-failed.ts';
import { isObject } from '../../exchange/json.ts';
import type { Testbed, TestbedAccount } from '../testbed.ts';
import { readDescription, readKey, readString, readUsage } from './read-answer.ts';
import { TestbedConnection } from './testbed-connection.ts';

export interface ProtocolTestbedOptions {
  /** URL below which the operations of the testbed protocol lie. */
  readonly url: string;
  readonly token?: string;
}

/** Opens a testbed that speaks the protocol; undefined when nothing of the kind answers there. Throws `SetupFailed` on another version. */
export async function openProtocolTestbed(options: ProtocolTestbedOptions): Promise<Testbed | undefined> {
  const connection = new TestbedConnection(options.url.replace(/\/+$/, ''), options.token);
  const answer = await connection.send('GET', '/').catch(() => undefined);
  if (answer?.status !== 200 || !isObject(answer.json) || answer.json.protocol === undefined) {
    await connection.close();
    return undefined;
  }
  return {
    facts: readDescription(answer.json),
    createAccount: (creditUsd) => createAccount(connection, creditUsd),
    close: () => connection.close(),
  };
}

async function createAccount(connection: TestbedConnection, creditUsd: number | undefined): Promise<TestbedAccount> {
  const made = await connection.need('POST', '/accounts', creditUsd === undefined ? {} : { credit_usd: creditUsd });
  const id = readString(made, 'id', 'POST /accounts');
  const key = readKey(isObject(made) ? made.key : undefined, 'POST /accounts');
  return accountOf(connection, id, key);
}

function accountOf(connection: TestbedConnection, id: string, key: KeyAnswer): TestbedAccount {
  const base = `/accounts/${encodeURIComponent(id)}`;
  const post = (path: string, body?: unknown) => connection.need('POST', `${base}${path}`, body);
  const put = async (path: string, body: unknown) => {
    await connection.need('PUT', `${base}${path}`, body);
  };
  const webhook = (webhookId: string) => `${base}/webhooks/${encodeURIComponent(webhookId)}`;
  return {
    id,
    key,
    createKey: async (request) => readKey(await post('/keys', request), 'POST /keys'),
    async deleteKey(keyId) {
      await connection.need('DELETE', `${base}/keys/${encodeURIComponent(keyId)}`);
    },
    createModel: async (request: ModelRequest) => readString(await post('/models', request), 'id', 'POST /models'),
    setCredit: (usd) => put('/credit', { usd }),
    setRateLimit: (limit) =>
      put('/rate-limit', { limit: limit === null ? null : { requests: limit.requests, window_ms: limit.windowMs } }),
    setTrouble: ({ staleConfiguration, internalFailure }) =>
      put('/trouble', { stale_configuration: staleConfiguration, internal_failure: internalFailure }),
    now: async () => readMoment(await connection.need('GET', `${base}/clock`)),
    async advance(ms) {
      await post('/clock/advance', { ms });
    },
    usage: async () => readUsage(await connection.need('GET', `${base}/usage`)),
    registerWebhook: (request) => register(connection, `${base}/webhooks`, request),
    rotateSecret: async (webhookId) =>
      readString(await connection.need('POST', `${webhook(webhookId)}/rotate`), 'secret', 'POST rotate'),
    async retireSecret(webhookId) {
      await connection.need('POST', `${webhook(webhookId)}/retire`);
    },
    async removeWebhook(webhookId) {
      await connection.need('DELETE', webhook(webhookId));
    },
    async remove() {
      await connection.send('DELETE', base).catch(() => undefined);
    },
  };
}

function readMoment(value: unknown): number {
  const moment = Date.parse(readString(value, 'now', 'GET clock'));
  if (Number.isNaN(moment)) throw new SetupFailed('the testbed answered the clock with no ISO 8601 date-time');
  return moment;
}

async function register(connection: TestbedConnection, path: string, request: WebhookRequest) {
  const answer = await connection.send('POST', path, request);
  if (answer.status < 200 || answer.status >= 300) {
    return { accepted: false, status: answer.status, body: answer.text } as const;
  }
  const { id, secret } = readKey(answer.json, 'POST /webhooks');
  return { accepted: true, id, secret } as const;
}
