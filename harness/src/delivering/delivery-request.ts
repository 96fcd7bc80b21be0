import { serviceNames } from '@gateproof/spec';
import type { Header } from '../exchange/exchange.ts';
import { computeV1 } from '../receiver/signature.ts';
import type { Delivery } from './delivery.ts';

/** What a delivery does not say itself. */
export interface DeliveryDefaults {
  readonly prefix: string;
  readonly secret: string;
  /** Seconds since the epoch on the receiver's clock. */
  readonly nowS: number;
  readonly deliveryId: string;
}

/** A delivery as headers and bytes (Events › Delivery). */
export function deliveryRequest(
  delivery: Delivery,
  defaults: DeliveryDefaults,
): { readonly headers: readonly Header[]; readonly body: Uint8Array } {
  const body = bytesOf(delivery.body ?? JSON.stringify(delivery.event));
  const t = String(delivery.timestamp ?? Math.floor(defaults.nowS));
  const signed = delivery.signedBody === undefined ? body : bytesOf(delivery.signedBody);
  const v1 = computeV1(delivery.secret ?? defaults.secret, t, signed);
  const signature = delivery.signature === null ? undefined : (delivery.signature?.({ t, v1 }) ?? `t=${t},v1=${v1}`);
  const names = serviceNames(defaults.prefix);
  const usual: readonly Header[] = [
    ['Content-Type', 'application/json'],
    [names.eventHeader, delivery.event.type],
    [names.deliveryHeader, delivery.deliveryId ?? defaults.deliveryId],
    ...(signature === undefined ? [] : [[names.signatureHeader, signature] as const]),
    ...(delivery.pieceBytes === undefined ? [] : [['Transfer-Encoding', 'chunked'] as const]),
  ];
  const own = delivery.headers ?? [];
  const replaced = new Set(
    [...own.map(([name]) => name), ...(delivery.leaveOut ?? [])].map((name) => name.toLowerCase()),
  );
  const spell = delivery.spellName ?? ((name: string) => name);
  const headers = [...usual.filter(([name]) => !replaced.has(name.toLowerCase())), ...own];
  return { headers: headers.map(([name, value]) => [spell(name), value] as const), body };
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
