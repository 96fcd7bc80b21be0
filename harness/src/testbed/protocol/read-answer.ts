import {
  type Capability,
  capabilities,
  type Fragments,
  type KeyAnswer,
  type SigningKey,
  signingKeys,
  testbedProtocol,
  type UsageAnswer,
} from '@gateproof/spec';
import { SetupFailed } from '../../check/setup-failed.ts';
import { isObject, type JsonObject } from '../../exchange/json.ts';
import type { TestbedFacts } from '../testbed.ts';

/** How long a target waits for an upstream when its testbed does not say, in ms. */
const defaultUpstreamTimeoutMs = 30_000;

function field(value: unknown, name: string, operation: string): string {
  const found = isObject(value) ? value[name] : undefined;
  if (typeof found === 'string' && found !== '') return found;
  throw new SetupFailed(
    `the testbed answered ${operation} without a string ${name}: ${JSON.stringify(value)?.slice(0, 200)}`,
  );
}

/** One string of an answer, by name. */
export function readString(value: unknown, name: string, operation: string): string {
  return field(value, name, operation);
}

export function readKey(value: unknown, operation: string): KeyAnswer {
  return { id: field(value, 'id', operation), secret: field(value, 'secret', operation) };
}

export function readUsage(value: unknown): UsageAnswer {
  if (isObject(value) && Array.isArray(value.generations) && typeof value.charged_usd === 'number') {
    return value as unknown as UsageAnswer;
  }
  throw new SetupFailed('the testbed answered usage without generations and charged_usd');
}

/** What a testbed says of itself, with defaults in place. Throws `SetupFailed` when it speaks another protocol. */
export function readDescription(value: unknown): TestbedFacts {
  const description: JsonObject = isObject(value) ? value : {};
  if (description.protocol !== testbedProtocol) {
    throw new SetupFailed(
      `the testbed speaks ${JSON.stringify(description.protocol)}; this version speaks ${testbedProtocol}`,
    );
  }
  const claimed: readonly unknown[] = Array.isArray(description.capabilities) ? description.capabilities : [];
  return {
    capabilities: new Set<Capability>(capabilities.filter((capability) => claimed.includes(capability))),
    modalities: Array.isArray(description.modalities) ? description.modalities.map(String) : undefined,
    clockScope: description.clock_scope === 'target' ? 'target' : 'account',
    upstreamTimeoutMs: readNumber(description.upstream_timeout_ms) ?? defaultUpstreamTimeoutMs,
    requestTimeoutMs: readNumber(description.request_timeout_ms),
    keyPropagationMs: readNumber(description.key_propagation_ms) ?? 0,
    signingKey: readSigningKey(description.signing_key),
    fragments: isObject(description.fragments) ? (description.fragments as Fragments) : {},
    modelHeaders: new Map(),
  };
}

function readSigningKey(value: unknown): SigningKey {
  const found = signingKeys.find((form) => form === value);
  if (value === undefined || found !== undefined) return found ?? 'text';
  throw new SetupFailed(
    `signing_key of the testbed must be one of ${signingKeys.join(', ')}, and it is ${JSON.stringify(value)}`,
  );
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}
