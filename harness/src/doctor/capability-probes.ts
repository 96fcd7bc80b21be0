import { type Capability, hourMs } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import { describeAnswer } from '../expect/describe-answer.ts';
import type { Account, Key, Model, World } from '../world/world.ts';

/** Tries one capability: returns when it does what it claims, otherwise throws `Disagreement`, or what the world throws. */
export type CapabilityProbe = (world: World) => Promise<void>;

/** Thrown by a probe: what a claimed capability did instead. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

const deliveryLimitMs = 8_000;
const statusOf = (exchange: Exchange) => exchange.response?.status ?? 0;

function wants(holds: boolean, what: string, exchange?: Exchange): void {
  if (!holds)
    throw new Disagreement(exchange === undefined ? what : `${what}: it answered ${describeAnswer(exchange)}`);
}

const chat = (key: Key, { id }: Model) => key.chat({ model: id, messages: [{ role: 'user', content: 'hello' }] });
const submit = (key: Key, model: Model) => key.image({ ...model.inputs, model: model.id });

async function served(account: Account, what: string): Promise<Model> {
  const model = await account.usableModel();
  const answer = await chat(account.key, model);
  wants(statusOf(answer) === 200, what, answer);
  return model;
}

const troubled =
  (trouble: object): CapabilityProbe =>
  async (world) => {
    const account = await world.account();
    const model = await served(account, 'a request before the trouble is not served');
    await account.setTrouble(trouble);
    const answer = await chat(account.key, model);
    await account.setTrouble({ internalFailure: false, staleConfiguration: false });
    wants(statusOf(answer) >= 500, 'the trouble is set, but a request goes on as before', answer);
  };

/** How each capability is tried. */
export const capabilityProbes: Readonly<Record<Capability, CapabilityProbe>> = {
  async accounts(world) {
    const [one, other] = [await world.account(), await world.account()];
    wants(one.key.secret !== other.key.secret, 'two accounts have one key');
    for (const { key } of [one, other]) {
      const answer = await key.models();
      wants(statusOf(answer) === 200, "a new account's key does not list models", answer);
    }
  },
  async keys(world) {
    const account = await world.account();
    const deleted = await (await account.deletedKey()).models();
    wants(statusOf(deleted) === 401, 'a deleted key is not refused with 401', deleted);
    const restricted = await account.restrictedKey();
    const refused = await chat(restricted.key, restricted.forbidden);
    wants(statusOf(refused) === 403, 'a model outside the set of a key is not refused with 403', refused);
  },
  async models(world) {
    const account = await world.account();
    const model = await account.model();
    const answer = await chat(account.key, model);
    wants(statusOf(answer) === 200, `a chat with the model ${model.id} is not served`, answer);
  },
  async upstreams(world) {
    const account = await world.account();
    const model = await account.model();
    const answer = await chat(account.key, model);
    const calls = model.upstreams[0]?.calls().length ?? 0;
    wants(calls > 0, `no call reached the upstream ${model.upstreams[0]?.url ?? ''} of this machine`, answer);
    wants(statusOf(answer) === 200, 'the answer of the upstream is not passed on', answer);
  },
  async webhooks(world) {
    const account = await world.account();
    const webhook = await account.webhook();
    const answer = await submit(account.key, await account.model({ modality: 'image' }));
    wants(statusOf(answer) === 202, 'an image job is not accepted', answer);
    wants(
      await webhook.received(1, deliveryLimitMs),
      `no delivery came to ${webhook.url} within ${deliveryLimitMs / 1000} s`,
    );
  },
  async rotation(world) {
    const webhook = await (await world.account()).webhook({ rotating: true });
    const [before] = webhook.secrets();
    wants((await webhook.rotate()) !== before, 'the secret after a rotation is the one before');
  },
  async clock(world) {
    const account = await world.account();
    const before = await account.now();
    await account.advance(hourMs);
    const moved = (await account.now()) - before;
    wants(
      Math.abs(moved - hourMs) < 60_000,
      `the clock was advanced by an hour and shows ${Math.round(moved / 1000)} s`,
    );
  },
  async credit(world) {
    const account = await world.account({ creditUsd: 0 });
    const model = await account.usableModel().catch(() => undefined);
    if (model === undefined) return;
    const answer = await chat(account.key, model);
    wants(statusOf(answer) === 402, 'an account without credit is not refused with 402', answer);
  },
  async 'rate-limit'(world) {
    const account = await world.account();
    const model = await account.usableModel();
    await account.setRateLimit({ requests: 1, windowMs: 60_000 });
    const answers = [await chat(account.key, model), await chat(account.key, model)];
    await account.setRateLimit(null);
    wants(
      answers.some((answer) => statusOf(answer) === 429),
      'with a limit of one request the second is not refused with 429',
      answers[1],
    );
  },
  snapshot: troubled({ staleConfiguration: true }),
  'internal-fault': troubled({ internalFailure: true }),
  async usage(world) {
    const account = await world.account();
    await served(account, 'a request is not served');
    const usage = async () => (await account.usage()).generations.length;
    wants((await usage()) > 0, 'a served request is not in the record');
  },
  async fragments(world) {
    wants(Object.keys(world.fragments).length > 0, 'there are none');
  },
};
