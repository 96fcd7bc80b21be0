import { call } from './client.ts';
import type { World } from './world.ts';

/** The account that everything happens in. */
export interface TestAccount {
  /** Its path below the testbed. */
  readonly path: string;
  readonly secret: string;
}

const testbed = '/_testbed/v1';

/** Makes the account with its models and its webhook endpoint. */
export async function makeAccount(url: string, { endpointUrl, receiver }: World): Promise<TestAccount> {
  const made = await arrange(url, `${testbed}/accounts`, {});
  const path = `${testbed}/accounts/${made.id}`;
  for (const modality of ['text', 'image']) {
    await arrange(url, `${path}/models`, { id: `kill/${modality}`, modality, endpoints: [endpointUrl] });
  }
  await arrange(url, `${path}/webhooks`, { url: receiver.url, connect_to: receiver.connectTo, ca: receiver.ca });
  return { path, secret: made.key.secret };
}

async function arrange(url: string, path: string, body: unknown) {
  const answer = await call(url, { method: 'POST', path, body });
  if (answer === undefined || answer.status >= 300) throw new Error(`POST ${path}: ${answer?.status} ${answer?.text}`);
  return JSON.parse(answer.text);
}
