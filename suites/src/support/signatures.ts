import {
  type Exchange,
  expectThat,
  matchingPlaces,
  parseSignature,
  requestHeaderOf,
  SetupFailed,
  signingKeyOf,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';

/** A signature header read, with the secrets whose signatures stand in it. */
export interface SignatureSeen {
  readonly timestamp: string;
  /** How many v1 entries there are. */
  readonly count: number;
  /** For each of the given secrets: whether one of the entries is its. */
  readonly signs: readonly boolean[];
}

/** Reads the signature of a delivery; `SetupFailed` when it can't be read. */
export function signatureOf(world: World, exchange: Exchange, secrets: readonly string[]): SignatureSeen {
  const parsed = parseSignature(requestHeaderOf(exchange, serviceNames(world.prefix).signatureHeader));
  if (!parsed.ok)
    throw new SetupFailed(`the signature can not be read: ${parsed.why}`, {
      prerequisite: 'signature.header.v1-present',
      exchanges: [exchange.id],
    });
  const keys = secrets.map((secret) => signingKeyOf(secret, exchange.webhook?.signingKey));
  const places = matchingPlaces(parsed.value, exchange.request.body, keys);
  return {
    timestamp: parsed.value.timestamp,
    count: parsed.value.v1.length,
    signs: places.map((found) => found.length > 0),
  };
}

/** A delivery carries a signature of one of the secrets at least; otherwise `SetupFailed`: it is signed in another way altogether. */
export function controlSignedBy(world: World, exchange: Exchange, secrets: readonly string[]): void {
  const { signs } = signatureOf(world, exchange, secrets);
  if (signs.includes(true)) return;
  throw new SetupFailed('no v1 of a delivery is of a secret of its endpoint', {
    prerequisite: 'signature.value.matches',
    exchanges: [exchange.id],
  });
}

/** States that a delivery carries a signature of the secret. */
export function expectSignedBy(world: World, exchange: Exchange, secret: string | undefined, what: string): void {
  const { signs } = signatureOf(world, exchange, [secret ?? '']);
  expectThat(world, signs[0] === true, {
    expected: `a v1 of ${what} over the t and the bytes received`,
    observed: 'no v1 of it',
    exchanges: [exchange.id],
  });
}

/** States that a delivery carries no signature of the secret. */
export function expectNotSignedBy(world: World, exchange: Exchange, secret: string | undefined, what: string): void {
  const { signs } = signatureOf(world, exchange, [secret ?? '']);
  expectThat(world, signs[0] !== true, { expected: `no v1 of ${what}`, observed: 'one', exchanges: [exchange.id] });
}
