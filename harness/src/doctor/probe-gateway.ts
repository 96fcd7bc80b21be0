import { startRunClock } from '../clock/run-clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isObject } from '../exchange/json.ts';
import { jsonOf } from '../exchange/json-of.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { RecordingClient } from '../exchange/recording-client.ts';
import { reach } from '../target/reach.ts';
import { openProtocolTestbed } from '../testbed/protocol/protocol-testbed.ts';

/** What a few harmless requests told of a gateway. */
export interface ProbedGateway {
  /** Models that the key can use, as listed; empty when the list can't be read. */
  readonly models: readonly { readonly id: string; readonly modality: string }[];
  /** Status of the model list; undefined without a key. */
  readonly listStatus: number | undefined;
  /** Service prefix as its headers spell it; undefined when they name none. */
  readonly prefix: string | undefined;
  /** URL where a testbed speaks the protocol; undefined when none was found. */
  readonly testbedUrl: string | undefined;
}

const limitMs = 10_000;
const testbedPaths = ['/_testbed/v1', '/testbed'];

/** Looks at a gateway with reading requests alone. Throws `UnreachableError` when nothing answers. */
export async function probeGateway(
  baseUrl: string,
  { key, testbedToken }: { readonly key?: string; readonly testbedToken?: string } = {},
): Promise<ProbedGateway> {
  const client = new RecordingClient({ clock: startRunClock() });
  const recorder = createRecorder(createExchangeIds());
  const get = (headers: readonly (readonly [string, string])[]) =>
    client.send({ method: 'GET', url: `${baseUrl}/v1/models`, headers, body: new Uint8Array(), limitMs }, recorder);
  try {
    await reach(baseUrl, () => get([]));
    const refused = await get([]);
    const listed = key === undefined ? undefined : await get([['Authorization', `Bearer ${key}`]]);
    return {
      models: listed === undefined ? [] : modelsOf(listed),
      listStatus: listed?.response?.status,
      prefix: prefixOf(refused) ?? (listed === undefined ? undefined : prefixOf(listed)),
      testbedUrl: await findTestbed(baseUrl, testbedToken),
    };
  } finally {
    client.close();
  }
}

function modelsOf(exchange: Exchange): { id: string; modality: string }[] {
  const list = jsonOf(exchange);
  const entries = list.ok && isObject(list.value) && Array.isArray(list.value.data) ? list.value.data : [];
  return entries.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.id === 'string' ? [{ id: entry.id, modality: String(entry.modality) }] : [],
  );
}

function prefixOf({ response }: Exchange): string | undefined {
  const names = response?.headers.map(([name]) => /^x-([a-z][a-z0-9]*)-request-id$/i.exec(name)?.[1]?.toLowerCase());
  return names?.find((name) => name !== undefined);
}

async function findTestbed(baseUrl: string, token: string | undefined): Promise<string | undefined> {
  for (const path of testbedPaths) {
    const url = baseUrl + path;
    const testbed = await openProtocolTestbed({ url, ...(token === undefined ? {} : { token }) }).catch(
      () => undefined,
    );
    if (testbed === undefined) continue;
    await testbed.close();
    return url;
  }
  return undefined;
}
