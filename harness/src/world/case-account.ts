import type { KeyRequest, ModelModality, UsageAnswer } from '@gateproof/spec';
import { script } from '@gateproof/upstreams';
import { NotArranged, SetupFailed } from '../check/setup-failed.ts';
import { isObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';
import type { WebhookEndpoint } from '../receiver/webhook-endpoint.ts';
import type { KeyRole, Registration, TestbedAccount } from '../testbed/testbed.ts';
import { assertClaimed, classesUsed } from './assert-claimed.ts';
import { CaseKey } from './case-key.ts';
import type { CaseScope } from './case-scope.ts';
import { openCaseUpstream } from './case-upstream.ts';
import { openCaseWebhook } from './case-webhook.ts';
import { mediaInputs } from './media-inputs.ts';
import { NewJobs } from './new-jobs.ts';
import { openStandingWebhook } from './standing-case-webhook.ts';
import type { Account, Key, Model, ModelOptions, WebhookOptions } from './world.ts';

/** Ranges reserved for documentation: nobody speaks from there. */
const elsewhere = ['192.0.2.0/24', '2001:db8::/32'];
/** How long an expired key has been so. */
const longAgoMs = 365 * 86_400_000;
/** What a capped key may spend of the price of one request: half of it is plainly too little. */
const capShare = 0.5;
const defaultPriceUsd = 1;

/** An account of one case. */
export class CaseAccount implements Account {
  readonly id: string;
  readonly key: Key;
  readonly #scope: CaseScope;
  readonly #testbed: TestbedAccount;
  readonly #newJobs: NewJobs;
  readonly #prices = new Map<string, number>();
  #usable: Promise<Model> | undefined;

  constructor(scope: CaseScope, testbed: TestbedAccount) {
    this.#scope = scope;
    this.#testbed = testbed;
    this.id = testbed.id;
    this.#newJobs = new NewJobs(scope.means.clock);
    this.key = new CaseKey(scope, testbed.key, this.#newJobs);
    scope.servable.addKey(testbed.key.secret, testbed.id);
  }

  usableModel(modality: ModelModality = 'text'): Promise<Model> {
    const { capabilities } = this.#scope.means.testbed.facts;
    if (capabilities.has('models') && capabilities.has('upstreams')) {
      if (modality !== 'text') return this.model({ modality });
      this.#usable ??= this.model();
      return this.#usable;
    }
    if (modality !== 'text') {
      return Promise.reject(new NotArranged(`inputs of a ${modality} model are unknown without the capability models`));
    }
    return this.#listedModel();
  }

  async servedModel(): Promise<Model | undefined> {
    const { capabilities } = this.#scope.means.testbed.facts;
    if (capabilities.has('models') && capabilities.has('upstreams')) return this.usableModel();
    const found = await this.#scope.means.textModels.find(this.id, this.key);
    return found.id !== undefined && found.isServed ? this.#textModel(found.id) : undefined;
  }

  async #listedModel(): Promise<Model> {
    const found = await this.#scope.means.textModels.find(this.id, this.key);
    if (found.id !== undefined) return this.#textModel(found.id);
    throw new SetupFailed(`no text model is known: ${found.why}`, { prerequisite: found.prerequisite });
  }

  #textModel(id: string): Model {
    this.#scope.textModel = id;
    this.#scope.servable.addModel(this.id, id, {});
    return { id, modality: 'text', upstreams: [], inputs: {} };
  }

  async model(options: ModelOptions = {}): Promise<Model> {
    const { modality = 'text' } = options;
    const { classUses } = this.#scope.means;
    assertClaimed({ modality }, this.#scope);
    const classes = classesUsed({ modality });
    try {
      const model = await this.#make(options, modality);
      for (const id of classes) classUses.use(id);
      return model;
    } catch (thrown) {
      if (!(thrown instanceof NotArranged)) throw thrown;
      for (const id of classes) classUses.refuse(id, thrown.message);
      this.#scope.lack(thrown);
      throw thrown;
    }
  }

  async #make(options: ModelOptions, modality: ModelModality): Promise<Model> {
    const { modalities } = this.#scope.means.testbed.facts;
    if (modalities !== undefined && !modalities.includes(modality)) {
      throw new NotArranged(`the testbed makes no ${modality} models`);
    }
    const upstreams = await Promise.all(
      (options.upstreams ?? [script()]).map((one) => openCaseUpstream(this.#scope, one)),
    );
    const priceUsd = options.priceUsd;
    const id = await this.#testbed.createModel({
      id: options.id ?? this.#scope.unique('gateproof/model'),
      modality,
      endpoints: upstreams.map(({ url }) => url),
      ...(options.contextWindow === undefined ? {} : { context_window: options.contextWindow }),
      ...(priceUsd === undefined ? {} : { price_usd: priceUsd }),
    });
    this.#prices.set(id, priceUsd ?? defaultPriceUsd);
    if (modality === 'text') this.#scope.textModel = id;
    const inputs = await this.#inputsOf(modality, id);
    this.#scope.servable.addModel(this.id, id, inputs);
    return { id, modality, upstreams, inputs };
  }

  async newKey(restrictions: KeyRequest = {}): Promise<Key> {
    const key = new CaseKey(this.#scope, await this.#testbed.createKey(restrictions), this.#newJobs);
    if (Object.keys(restrictions).length === 0) this.#scope.servable.addKey(key.secret, this.id);
    return key;
  }

  deleteKey(key: Key): Promise<void> {
    this.#scope.servable.removeKey(key.secret);
    return this.#testbed.deleteKey(key.id);
  }

  async expiredKey(): Promise<Key> {
    const standing = this.#roleKey('expired');
    if (standing !== undefined) return standing;
    // An account's time may begin anywhere.
    return this.newKey({ expires_at: new Date((await this.now()) - longAgoMs).toISOString() });
  }

  async deletedKey(): Promise<Key> {
    const standing = this.#roleKey('deleted');
    if (standing !== undefined) return standing;
    const key = await this.newKey();
    await this.deleteKey(key);
    await this.#scope.means.clock.pause(this.#scope.means.testbed.facts.keyPropagationMs);
    return key;
  }

  async restrictedKey(modality: ModelModality = 'text') {
    const { restricted } = this.#testbed;
    const allowed = await this.model(restricted === undefined ? { modality } : { modality, id: restricted.allowed });
    const forbidden = await this.model(
      restricted === undefined ? { modality } : { modality, id: restricted.forbidden },
    );
    return { key: await this.newKey({ models: [allowed.id] }), allowed, forbidden };
  }

  async elsewhereKey(): Promise<Key> {
    return this.#roleKey('elsewhere') ?? this.newKey({ ip_ranges: elsewhere });
  }

  async cappedKey(model: Model): Promise<Key> {
    const standing = this.#roleKey('capped');
    if (standing !== undefined) return standing;
    const priceUsd = this.#prices.get(model.id);
    if (priceUsd === undefined) throw new SetupFailed(`the price of ${model.id} is unknown to this case`);
    return this.newKey({ monthly_cap_usd: priceUsd * capShare });
  }

  async policyKey(): Promise<Key> {
    return this.#roleKey('policy') ?? this.newKey({ policy: { retention: 'strict', region: 'home' } });
  }

  setCredit(usd: number): Promise<void> {
    this.#scope.servable.removeKeysOf(this.id);
    return this.#testbed.setCredit(usd);
  }

  setRateLimit(limit: { readonly requests: number; readonly windowMs: number } | null): Promise<void> {
    this.#scope.limits.expect();
    this.#scope.servable.removeKeysOf(this.id);
    return this.#testbed.setRateLimit(limit);
  }

  setTrouble(trouble: { readonly staleConfiguration?: boolean; readonly internalFailure?: boolean }): Promise<void> {
    this.#scope.limits.expect();
    this.#scope.servable.removeKeysOf(this.id);
    return this.#testbed.setTrouble(trouble);
  }

  async now(): Promise<number> {
    const { clock, testbed } = this.#scope.means;
    return testbed.facts.capabilities.has('clock') ? this.#testbed.now() : clock.wallMs();
  }

  async advance(ms: number): Promise<void> {
    // Moved beside other cases, a clock that all accounts share would falsify them.
    if (!this.#scope.mayMoveClock) throw new NotArranged('all accounts share one clock, which this rule does not need');
    return this.#testbed.advance(ms);
  }

  usage(): Promise<UsageAnswer> {
    return this.#testbed.usage();
  }

  async webhook(options: WebhookOptions = {}): Promise<WebhookEndpoint> {
    const standing = this.#testbed.standingWebhook?.({ rotating: options.rotating ?? false });
    if (standing !== undefined) return openStandingWebhook(this.#scope, standing);
    return openCaseWebhook(this.#scope, this.#testbed, options);
  }

  async registerWebhook(url: string, { toUs = false } = {}): Promise<Registration> {
    if (!toUs) return this.#testbed.registerWebhook({ url });
    const { connectTo, ca } = await this.#scope.means.receiver();
    return this.#testbed.registerWebhook({ url, connect_to: connectTo, ca });
  }

  /** The key of a role where the testbed has keys by role; undefined where it makes them. */
  #roleKey(role: KeyRole): Key | undefined {
    const answer = this.#testbed.roleKey?.(role);
    return answer === undefined ? undefined : new CaseKey(this.#scope, answer, this.#newJobs);
  }

  /** As the testbed says; else by what the entry of the model lists. */
  async #inputsOf(modality: ModelModality, id: string): Promise<Readonly<Record<string, unknown>>> {
    if (modality !== 'image' && modality !== 'audio_stt') return {};
    const { fragments } = this.#scope.means.testbed.facts;
    const given = modality === 'image' ? fragments.image_inputs : fragments.transcription_inputs;
    if (given !== undefined) return given;
    const listed = objectOf(await this.key.model(id))?.inputs;
    return mediaInputs(modality, isObject(listed) ? listed : {});
  }
}
