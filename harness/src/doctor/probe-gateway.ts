import { defaultPrefix } from '@gateproof/spec';
import { startRunClock } from '../clock/run-clock.ts';
import type { Header } from '../exchange/exchange.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { RecordingClient } from '../exchange/recording-client.ts';
import type { SmokeReport } from '../run/smoke-report.ts';
import { openTarget } from '../target/open-target.ts';
import { prefixesIn } from '../target/other-prefix.ts';
import { reach } from '../target/reach.ts';
import { steadyProbe } from '../target/steady-probe.ts';
import { openProtocolTestbed } from '../testbed/protocol/protocol-testbed.ts';

/** What a few harmless requests showed of a gateway. */
export interface ProbedGateway {
  /** Undefined without a key. */
  readonly smoke: SmokeReport | undefined;
  /** Service prefix as its headers spell it; undefined when they name none. */
  readonly prefix: string | undefined;
  /** URL where a testbed speaks the protocol; undefined when none was found. */
  readonly testbedUrl: string | undefined;
}

/** What is known of a gateway that is looked at. */
export interface ProbeOptions {
  readonly baseUrl: string;
  /** With the environment variable that holds it. */
  readonly key?: { readonly value: string; readonly variable: string };
  readonly testbedToken?: string;
  /** Sent with every request. Default: none. */
  readonly headers?: readonly Header[];
  /** Environment variables that hold secrets, by the secret, besides that of the key. Default: none. */
  readonly secretNames?: ReadonlyMap<string, string>;
  /** A text model that chats may name. Default: a listed one that serves. */
  readonly model?: string;
  /** The profile that is written: what to do is said in its fields. */
  readonly profile: string;
}

const limitMs = 10_000;
const testbedPaths = ['/_testbed/v1', '/testbed'];

/** Looks at a gateway: a few reading requests, and with a key the first requests of a run, small chats among them. Throws `UnreachableError` when nothing answers. */
export async function probeGateway(options: ProbeOptions): Promise<ProbedGateway> {
  const clock = startRunClock();
  const client = new RecordingClient({ clock });
  const recorder = createRecorder(createExchangeIds());
  const { headers: given = [], key } = options;
  const headers = key === undefined ? given : [...given, ['Authorization', `Bearer ${key.value}`] as const];
  const probe = steadyProbe((baseUrl) => {
    const own = baseUrl === options.baseUrl ? given : [];
    return client.send(
      { method: 'GET', url: `${baseUrl}/v1/models`, headers: own, body: new Uint8Array(), limitMs },
      recorder,
    );
  }, clock);
  try {
    await reach(options.baseUrl, probe);
    await client.send(
      { method: 'GET', url: `${options.baseUrl}/v1/models`, headers, body: new Uint8Array(), limitMs },
      recorder,
    );
    const [prefix] = prefixesIn(recorder.exchanges());
    return {
      smoke: await smokeOf(options, prefix ?? defaultPrefix),
      prefix,
      testbedUrl: await findTestbed(options),
    };
  } finally {
    client.close();
  }
}

async function smokeOf(options: ProbeOptions, prefix: string): Promise<SmokeReport | undefined> {
  const { baseUrl, key, model, headers = [], secretNames = new Map<string, string>() } = options;
  if (key === undefined) return undefined;
  const target = await openTarget({
    kind: 'url',
    baseUrl,
    prefix,
    key: key.value,
    secretNames: new Map([...secretNames, [key.value, key.variable]]),
    testbedUrl: undefined,
    testbedToken: undefined,
    headers,
    tls: {},
    requestTimeoutMs: limitMs,
    model,
    runId: 'init',
    arguments: ['--url', baseUrl],
    writes: options.profile,
  });
  try {
    return redacted(await target.smoke(), (text) => target.redact(text));
  } finally {
    await target.close();
  }
}

/** The same report without the secrets that a gateway has said again. */
function redacted({ stop, findings, notes, ...rest }: SmokeReport, redact: (text: string) => string): SmokeReport {
  return {
    ...rest,
    stop: stop === undefined ? undefined : { ...stop, sentence: redact(stop.sentence) },
    findings: findings.map(({ saw, ...finding }) => ({ ...finding, saw: redact(saw) })),
    notes: notes.map(redact),
  };
}

async function findTestbed({ baseUrl, testbedToken: token }: ProbeOptions): Promise<string | undefined> {
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
