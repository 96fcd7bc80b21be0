import { type ClientWorld, computeV1, controlThat } from '@gateproof/harness';
import { reportOf } from './expectations.ts';
import { jobBody } from './replies.ts';

/** The secret that the client is given. */
export const signingSecret = 'whsec_0123456789abcdefghij';
export const plainEvent = JSON.stringify({
  id: 'evt_1',
  type: 'job.succeeded',
  created_at: '2026-11-20T10:00:05Z',
  data: jobBody('succeeded'),
});

/** A delivery that a client is asked to verify; genuine but for what it names. */
export interface Delivery {
  readonly body?: string | Buffer;
  /** What stands in the body's place below the signature. Default: the body. */
  readonly signed?: string | Buffer;
  readonly secret?: string;
  /** The secrets that the client is given. Default: `signingSecret` alone. */
  readonly secrets?: readonly string[];
  /** The text of `t`, from now in whole seconds. Default: now. */
  readonly t?: (nowS: number) => string;
  readonly header?: (right: { readonly t: string; readonly v1: string }) => string | null;
}

export interface Verified {
  readonly isAccepted: boolean;
  readonly said: string;
}

/** Lets the client verify a delivery. */
export async function verify(world: ClientWorld, delivery: Delivery): Promise<Verified> {
  const { body = plainEvent, header = ({ t, v1 }) => `t=${t},v1=${v1}` } = delivery;
  const nowS = Math.floor(world.nowS());
  const t = delivery.t?.(nowS) ?? String(nowS);
  const v1 = computeV1(delivery.secret ?? signingSecret, t, Buffer.from(delivery.signed ?? body));
  const answer = await world.call('verify_webhook', {
    body_base64: Buffer.from(body).toString('base64'),
    signature: header({ t, v1 }),
    secrets: delivery.secrets ?? [signingSecret],
  });
  return { isAccepted: answer.ok && answer.result.valid === true, said: reportOf(answer) };
}

/** A plain genuine delivery is accepted: only then a refusal says something. */
export async function controlGenuine(world: ClientWorld): Promise<void> {
  const { isAccepted, said } = await verify(world, {});
  controlThat(isAccepted, `a plain genuine delivery is not accepted: ${said}`, 'client.webhook.genuine');
}

/** A delivery that is signed with another secret is refused: only then an acceptance says something. */
export async function controlForged(world: ClientWorld): Promise<void> {
  const { isAccepted, said } = await verify(world, { secret: 'whsec_nobody' });
  controlThat(!isAccepted, `a delivery signed with another secret is accepted: ${said}`, 'client.webhook.wrong-secret');
}
