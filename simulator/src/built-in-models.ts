import type { Fault } from '@gateproof/upstreams';
import type { Model } from './records/model.ts';

const createdAtS = 1_767_225_600;
const contextWindow = 128_000;
const priceUsd = 0.001;

/** Built-in models whose free text is what the user said last, by the last part of their id. */
export const echoingModels: ReadonlySet<string> = new Set(['echo', 'echo-2']);

/** What the models that fail on purpose do, by the last part of their id. */
export const failingModels: Readonly<Record<string, { readonly description: string; readonly fault: Fault }>> = {
  'fails-server-error': { description: 'its endpoint answers 500', fault: { kind: 'status', status: 500 } },
  'fails-unreachable': { description: 'its endpoint refuses connections', fault: { kind: 'refuse-connection' } },
  'fails-empty': { description: 'its endpoint answers without output', fault: { kind: 'empty' } },
  'fails-payment-required': { description: 'its endpoint asks for payment', fault: { kind: 'payment-required' } },
  'fails-unauthorized': { description: "its endpoint refuses the gateway's key", fault: { kind: 'unauthorized' } },
  'fails-rate-limited': { description: 'its endpoint limits rates', fault: { kind: 'rate-limited' } },
  'fails-moderation': { description: 'its endpoint refuses on content grounds', fault: { kind: 'moderation-refusal' } },
  'fails-context-length': {
    description: 'its endpoint finds every input too long',
    fault: { kind: 'context-length-refusal' },
  },
  'fails-mid-stream': {
    description: 'its stream breaks off after two tokens',
    fault: { kind: 'cut-after', afterTokens: 2 },
  },
};

/** A model of any id that answers as the built-in ones do. */
export function modelNamed(id: string, modality: Model['modality']): Model {
  return { ...model(encodeURIComponent(id), modality), id };
}

function model(slug: string, modality: Model['modality'], description?: string): Model {
  return {
    id: `gateproof/${slug}`,
    modality,
    contextWindow,
    priceUsd,
    createdAtS,
    endpoints: [{ url: `inprocess:${slug}` }],
    ...(description === undefined ? {} : { description: `Fails on purpose: ${description}.` }),
  };
}

/** The models that every account starts with. */
export const builtInModels: readonly Model[] = [
  model('echo', 'text'),
  model('echo-2', 'text'),
  model('talk', 'text'),
  model('embed', 'embeddings'),
  model('image', 'image'),
  model('transcribe', 'audio_stt'),
  ...Object.entries(failingModels).map(([slug, { description }]) => model(slug, 'text', description)),
];
