import type { Exchange, Key, Model } from '@gateproof/harness';
import { isObject } from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/** The three routes that run a model, by the last part of the rule ids that speak of them. */
export type Submission = 'chat' | 'image' | 'transcription';

/** The modality of the models that a route takes. */
export const modalityOf = { chat: 'text', image: 'image', transcription: 'audio_stt' } as const;

/** Sends a request to the route that is valid for the model; `extra` is merged into its body. */
export function submit(route: Submission, key: Key, model: Model, extra: object = {}): Promise<Exchange> {
  if (route === 'chat') return key.chat({ model: model.id, messages: hello, ...extra });
  const body = { ...model.inputs, model: model.id, ...extra };
  return route === 'image' ? key.image(body) : key.transcription(body);
}

/** Folds an object of fragments into a body: objects are merged, anything else is replaced. */
export function merge(base: object, fragment: object): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(fragment)) {
    const present = merged[name];
    merged[name] = isObject(present) && isObject(value) ? merge(present, value) : value;
  }
  return merged;
}
