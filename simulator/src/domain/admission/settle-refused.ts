import type { Behaviour } from '../../behaviour/behaviour.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { monthOf } from '../../records/api-key.ts';
import { charge } from '../../tenants/account.ts';
import { recordGeneration } from '../../tenants/account-records.ts';
import type { CallOrigin } from '../../tenants/account-transport.ts';
import type { Caller } from '../../tenants/admission-request.ts';
import type { Registry } from '../../tenants/registry.ts';
import type { UpstreamTransport } from '../../transport/upstream-transport.ts';

export interface RefusedRun {
  readonly thrown: unknown;
  /** Undefined when the caller was not let in. */
  readonly caller: Caller | undefined;
  readonly rawBody: unknown;
  /** Below the endpoint's base URL. */
  readonly path: string;
}

interface RefusedWorld {
  readonly registry: Registry;
  transportFor(url: string, origin: CallOrigin): UpstreamTransport;
}

/** What a behaviour does for a request that it refuses before any endpoint was tried: the reference does nothing. */
export function settleRefused(
  behaviour: Behaviour,
  world: RefusedWorld,
  { thrown, caller, rawBody, path }: RefusedRun,
): void {
  if (!(thrown instanceof GatewayError)) return;
  const { admission } = behaviour;
  if (admission.dispatchesRefused(thrown.code)) dispatch(world, rawBody, path);
  if (caller !== undefined && admission.chargesRefused(thrown.code)) chargeRefused(caller, thrown.code);
}

function dispatch({ registry, transportFor }: RefusedWorld, rawBody: unknown, path: string): void {
  const body = parsed(rawBody);
  if (typeof body !== 'object' || body === null || !('model' in body)) return;
  const { model } = body;
  const account = [...registry.holders()].find((holder) => holder.account.models.has(String(model)))?.account;
  const url = account?.models.get(String(model))?.endpoints[0]?.url;
  if (account === undefined || url === undefined) return;
  void transportFor(url, { account, requestId: undefined })
    .post(url + path, body, new AbortController().signal)
    .then(async ({ body: answer }) => {
      for await (const _piece of answer);
    })
    .catch(() => {});
}

function parsed(rawBody: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody as Uint8Array).toString());
  } catch {
    return undefined;
  }
}

function chargeRefused({ account, key, requestId }: Caller, code: string): void {
  const id = account.ids.next('gen_');
  const generation = {
    id,
    kind: 'chat' as const,
    model: '',
    requestId,
    chargedUsd: 0,
    errorCode: code,
    hasEnded: true,
  };
  recordGeneration(account, generation);
  charge(account, key, generation, 1, monthOf(account.clock.now()));
}
