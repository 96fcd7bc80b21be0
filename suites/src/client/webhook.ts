import { type ClientWorld, computeV1, controlThat, expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { told } from '../support/client/expectations.ts';
import { jobBody } from '../support/client/replies.ts';

const secret = 'whsec_0123456789abcdefghij';
const plainBody = JSON.stringify({
  id: 'evt_1',
  type: 'job.succeeded',
  created_at: '2026-11-20T10:00:05Z',
  data: jobBody('succeeded'),
});
const wrong = 'a'.repeat(64);
const otherWrong = '0123456789abcdef'.repeat(4);

interface Delivery {
  readonly body?: string;
  /** Bytes that are signed. Default: the body. */
  readonly signed?: string;
  readonly secret?: string;
  /** Seconds from now. */
  readonly ageS?: number;
  readonly header?: (right: { readonly t: string; readonly v1: string }) => string | null;
}

/** Lets the client verify a delivery; true when it accepted. */
async function verify(
  world: ClientWorld,
  delivery: Delivery,
  t?: number,
): Promise<{ readonly isAccepted: boolean; readonly said: string }> {
  const { body = plainBody, header = ({ t: at, v1 }) => `t=${at},v1=${v1}` } = delivery;
  const at = String(t ?? Math.floor(world.nowS()) - (delivery.ageS ?? 0));
  const v1 = computeV1(delivery.secret ?? secret, at, Buffer.from(delivery.signed ?? body));
  const params = {
    body_base64: Buffer.from(body).toString('base64'),
    signature: header({ t: at, v1 }),
    secrets: [secret],
  };
  const answer = await world.call('verify_webhook', params);
  return { isAccepted: answer.ok && answer.result.valid === true, said: told(answer) };
}

/** A plain genuine delivery is accepted and a plainly forged one refused: only then a verdict says something. */
async function controlVerifier(world: ClientWorld): Promise<void> {
  const genuine = await verify(world, {});
  controlThat(
    genuine.isAccepted,
    `a plain genuine delivery is not accepted: ${genuine.said}`,
    'client.webhook.genuine',
  );
  const forged = await verify(world, { secret: 'whsec_nobody' });
  controlThat(
    !forged.isAccepted,
    `a delivery signed with another secret is accepted: ${forged.said}`,
    'client.webhook.wrong-secret',
  );
}

function judged(rule: string, isGenuine: boolean, what: string, deliveries: readonly Delivery[]) {
  return clientRows(rule, deliveries, async (world, delivery) => {
    if (rule !== 'client.webhook.genuine' && rule !== 'client.webhook.wrong-secret') await controlVerifier(world);
    else if (isGenuine)
      controlThat(
        !(await verify(world, { secret: 'whsec_nobody' })).isAccepted,
        'a delivery signed with another secret is accepted',
        'client.webhook.wrong-secret',
      );
    else
      controlThat(
        (await verify(world, {})).isAccepted,
        'a plain genuine delivery is not accepted',
        'client.webhook.genuine',
      );
    const { isAccepted, said } = await verify(world, delivery);
    expectThat(world, isAccepted === isGenuine, {
      expected: `${what} to be ${isGenuine ? 'accepted' : 'refused'}`,
      observed: said,
    });
  });
}

const spellings = [
  JSON.stringify(JSON.parse(plainBody), null, 2),
  plainBody.replaceAll('/', '\\/'),
  `${plainBody}\n`,
  plainBody.replace('"percent":100', '"percent":1.0e2'),
  plainBody.replace('succeeded"', 'succeeded","note":"Zoë \u{1F3A8}"'),
];

/** As for receivers: at these moments whole seconds and fractions agree, as long as the second does not turn. */
const boundaries = {
  'past-within': {
    accepted: true,
    t: (nowS: number) => Math.floor(nowS) + 1 - 300,
    what: 'a t that is 300 seconds old',
  },
  'past-beyond': { accepted: false, t: (nowS: number) => Math.floor(nowS) - 301, what: 'a t that is 301 seconds old' },
  'future-within': {
    accepted: true,
    t: (nowS: number) => Math.floor(nowS) + 300,
    what: 'a t that is 300 seconds ahead',
  },
  'future-beyond': {
    accepted: false,
    t: (nowS: number) => Math.floor(nowS) + 301,
    what: 'a t that is 301 seconds ahead',
  },
} as const;

const atBoundaries = Object.entries(boundaries).map(([name, { accepted, t, what }]) =>
  clientCheck(`client.webhook.${name}`, async (world) => {
    await controlVerifier(world);
    for (let count = 0; count < 5; count += 1) {
      await world.untilFraction(0.05, 0.4);
      const sentS = world.nowS();
      const { isAccepted, said } = await verify(world, {}, t(sentS));
      if (Math.floor(world.nowS()) !== Math.floor(sentS) && isAccepted !== accepted) continue;
      expectThat(world, isAccepted === accepted, {
        expected: `${what} to be ${accepted ? 'accepted' : 'refused'}`,
        observed: said,
      });
      return;
    }
    throw new NotExercised('no verification ended within the second in which it began');
  }),
);

const header = (make: NonNullable<Delivery['header']>): Delivery => ({ header: make });

/** Webhook verification (Events › Signature). */
const webhooks: readonly ClientCheck[] = [
  judged('client.webhook.genuine', true, 'a genuine delivery', [{}]),
  judged(
    'client.webhook.exact-bytes',
    true,
    'a genuine body that is written in an unusual way',
    spellings.map((body) => ({ body })),
  ),
  judged('client.webhook.tampered-body', false, 'a body of which one byte differs', [
    { signed: plainBody, body: plainBody.replace('evt_1', 'evt_2') },
    { signed: plainBody, body: `${plainBody} ` },
    { signed: plainBody, body: JSON.stringify(JSON.parse(plainBody), null, 1) },
  ]),
  judged('client.webhook.tampered-timestamp', false, 'a t other than the signed one', [
    header(({ t, v1 }) => `t=${Number(t) - 1},v1=${v1}`),
  ]),
  judged('client.webhook.wrong-secret', false, 'a signature under another secret', [
    { secret: 'whsec_other' },
    { secret: `${secret}x` },
    { secret: '' },
  ]),
  judged('client.webhook.missing-signature', false, 'a delivery without a signature', [
    header(() => null),
    header(() => ''),
  ]),
  judged('client.webhook.empty-signature', false, 'a v1 that is empty, cut short or not hexadecimal', [
    header(({ t }) => `t=${t},v1=`),
    header(({ t, v1 }) => `t=${t},v1=${v1.slice(0, 32)}`),
    header(({ t, v1 }) => `t=${t},v1=${v1}00`),
    header(({ t }) => `t=${t},v1=${'zz'.repeat(32)}`),
    header(({ t }) => `t=${t}`),
  ]),
  judged('client.webhook.uppercase-signature', false, 'a v1 in upper-case hexadecimal', [
    header(({ t, v1 }) => `t=${t},v1=${v1.toUpperCase()}`),
  ]),
  ...atBoundaries,
  judged('client.webhook.malformed-timestamp', false, 'a t that is missing or no number', [
    header(({ v1 }) => `v1=${v1}`),
    header(() => `t=now,v1=${computeV1(secret, 'now', Buffer.from(plainBody))}`),
    header(() => `t=,v1=${computeV1(secret, '', Buffer.from(plainBody))}`),
  ]),
  judged('client.webhook.first-v1', true, 'a delivery of whose two v1 the first matches', [
    header(({ t, v1 }) => `t=${t},v1=${v1},v1=${wrong}`),
  ]),
  judged('client.webhook.second-v1', true, 'a delivery of whose two v1 the second matches', [
    header(({ t, v1 }) => `t=${t},v1=${wrong},v1=${v1}`),
  ]),
  judged('client.webhook.no-v1-matches', false, 'a delivery none of whose v1 matches', [
    header(({ t }) => `t=${t},v1=${wrong},v1=${otherWrong}`),
  ]),
  judged('client.webhook.other-scheme', false, 'a matching value under another label', [
    header(({ t, v1 }) => `t=${t},v0=${v1}`),
    header(({ t, v1 }) => `t=${t},v2=${v1}`),
  ]),
  judged('client.webhook.unknown-entry', true, 'a matching v1 beside an unknown entry', [
    header(({ t, v1 }) => `t=${t},v1=${v1},v0=${wrong}`),
    header(({ t, v1 }) => `t=${t},kid=1,v1=${v1}`),
  ]),
  judged('client.webhook.entry-order', true, 't after the v1 entries', [header(({ t, v1 }) => `v1=${v1},t=${t}`)]),
];
export default webhooks;
