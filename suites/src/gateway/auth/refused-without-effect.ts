import {
  type Account,
  defineCheck,
  type Exchange,
  type Key,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { bearer, requestTo } from '../../support/routes.ts';
import { modalityOf as modalityAt, submit } from '../../support/submissions.ts';
import { expectNoJobRun, expectNoUpstreamCall } from '../../support/without-effect.ts';

type Form = 'a chat' | 'a stream' | 'a job' | 'a transcription';
const allForms = ['a chat', 'a stream', 'a job', 'a transcription'] as const;

/** A request that is about to be refused. */
interface Refused {
  readonly model: Model;
  send(): Promise<Exchange>;
  /** Lets the account's first key be served again. */
  lift?(): Promise<void>;
}

/** A reason to refuse requests, and the rule that states it for a form. */
interface Refusal {
  readonly status: number | readonly number[];
  ruleFor(form: Form): string;
  arrange(world: World, account: Account, form: Form): Promise<Refused>;
}

const routeOf = { 'a chat': 'chat', 'a stream': 'chat', 'a job': 'image', 'a transcription': 'transcription' } as const;
const modalityOf = (form: Form) => modalityAt[routeOf[form]];

/** The request of a form for the model, under a key that may not make it. */
function under(key: Key, model: Model, form: Form, extra: object = {}): Refused {
  const body = form === 'a stream' ? { ...extra, stream: true } : extra;
  return { model, send: () => submit(routeOf[form], key, model, body) };
}

const address: Refusal = {
  status: 403,
  ruleFor: (form) => `auth.address.${routeOf[form] === 'chat' ? 'chat' : 'media'}`,
  async arrange(_world, account, form) {
    const model = await account.model({ modality: modalityOf(form) });
    return under(await account.elsewhereKey(), model, form);
  },
};

const cap: Refusal = {
  status: 402,
  ruleFor: (form) => `auth.cap.${routeOf[form] === 'chat' ? 'chat' : 'media'}`,
  async arrange(_world, account, form) {
    const model = await account.model({ modality: modalityOf(form), priceUsd: 1 });
    return under(await account.cappedKey(model), model, form);
  },
};

const credit: Refusal = {
  status: 402,
  ruleFor: (form) => `auth.credit.${routeOf[form] === 'chat' ? 'chat' : 'media'}`,
  async arrange(_world, account, form) {
    const model = await account.model({ modality: modalityOf(form) });
    await account.setCredit(0);
    return { ...under(account.key, model, form), lift: () => account.setCredit(100) };
  },
};

const modelSet: Refusal = {
  status: 403,
  ruleFor: (form) => `auth.model.${routeOf[form]}`,
  async arrange(_world, account, form) {
    const { key, forbidden } = await account.restrictedKey(modalityOf(form));
    return under(key, forbidden, form);
  },
};

/** The key's policy forbids what the request asks for. */
function policy(subject: 'retention' | 'region'): Refusal {
  const fragment = subject === 'region' ? 'other_region' : 'looser_retention';
  return {
    // A gateway may look for an endpoint in the region before it looks at the policy.
    status: subject === 'region' ? [400, 404] : 400,
    ruleFor: (form) => `auth.policy.${subject}-${routeOf[form] === 'chat' ? 'chat' : 'media'}`,
    async arrange(world, account, form) {
      const wish = world.fragments[fragment];
      if (wish === undefined) throw new NotArranged(`the target names no fragment ${fragment}`);
      const model = await account.model({ modality: modalityOf(form) });
      return under(await account.policyKey(), model, form, wish);
    },
  };
}

type Secret = 'missing' | 'unknown' | 'deleted' | 'expired';

async function headersWith(which: Secret, world: World, account: Account) {
  if (which === 'missing') return [];
  if (which === 'unknown') return [bearer(world.unique('sk-unknown'))];
  if (!world.has('keys')) throw new NotArranged('no keys can be made');
  return [bearer((await (which === 'deleted' ? account.deletedKey() : account.expiredKey())).secret)];
}

/** The secret authenticates nobody. */
function secret(which: Secret): Refusal {
  return {
    status: 401,
    ruleFor: () => `auth.key.${which}`,
    async arrange(world, account, form) {
      if (routeOf[form] !== 'chat' && !world.claims('jobs')) throw new NotArranged('jobs are not offered');
      const model = await account.model({ modality: modalityOf(form) });
      const { body, ...request } = requestTo(routeOf[form], model, await headersWith(which, world, account));
      const stream = form === 'a stream' ? { stream: true } : {};
      return {
        model,
        async send() {
          const exchange = await world.send({ ...request, body: { ...Object(body), ...stream } });
          // A deleted key may go on for a while (freedom F019); how long is judged by its own rule.
          if (which === 'deleted' && (exchange.response?.status ?? 400) < 300)
            throw new NotExercised('the deleted key works still');
          return exchange;
        },
      };
    },
  };
}

const matrix: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  'auth.address.refused-without-effect': { 'the address': address },
  'auth.cap.refused-without-effect': { 'the cap': cap },
  'auth.credit.refused-without-effect': { 'the credit': credit },
  'auth.key.refused-without-effect': {
    'a missing key': secret('missing'),
    'an unknown key': secret('unknown'),
    'a deleted key': secret('deleted'),
    'an expired key': secret('expired'),
  },
  'auth.model.refused-without-effect': { 'the model': modelSet },
  'auth.policy.refused-without-effect': {
    'the retention': policy('retention'),
    'the region': policy('region'),
  },
};

/** One check per reason to refuse: what is refused for it reaches no upstream, in any form of the request. */
export default Object.entries(matrix).map(([rule, refusals]) => {
  const rows = Object.keys(refusals).flatMap((reason) => allForms.map((form) => ({ reason, form })));
  return defineCheck({
    rule,
    ...every(...rows),
    describe: ({ reason, form }) => `${form}, refused for ${reason}`,
    async decide(world, { reason, form }) {
      const refusal = refusals[reason] as Refusal;
      const account = await world.account();
      const { model, send, lift } = await refusal.arrange(world, account, form);
      const exchange = await send();
      await lift?.();
      const refused = { status: refusal.status, rule: refusal.ruleFor(form) };
      if (routeOf[form] !== 'chat') return expectNoJobRun(world, { account, model }, exchange, refused);
      await expectNoUpstreamCall(world, { key: account.key, model }, [exchange], refused);
    },
  });
});
