import { modelModalities } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import { isObject } from '../exchange/json.ts';
import { jsonOf } from '../exchange/json-of.ts';

/** A listed model that may serve a chat. */
export interface TextCandidate {
  readonly id: string;
  /** The list says `modality: text`. */
  readonly isText: boolean;
}

/** The contract's modalities of models that serve no chat. */
const otherModalities: ReadonlySet<unknown> = new Set(modelModalities.filter((modality) => modality !== 'text'));
/** Words in the ids of models that are mostly for something else: where nothing else is said, they are tried last. */
const otherPurpose =
  /embed|rerank|moderat|guard|whisper|tts|speech|audio|transcri|realtime|image|dall-e|diffusion|flux|video|music|ocr|clip/i;

/** The listed models that may serve a chat, likeliest first: text models, models without a modality, and those of them that are named for another purpose. */
export function textCandidates(list: Exchange): readonly TextCandidate[] {
  const entries = entriesOf(list).filter(({ modality }) => !otherModalities.has(modality));
  const rank = ({ id, modality }: ListedModel) => (modality === 'text' ? 0 : otherPurpose.test(id) ? 2 : 1);
  return [0, 1, 2].flatMap((wanted) =>
    entries.filter((entry) => rank(entry) === wanted).map(({ id, modality }) => ({ id, isText: modality === 'text' })),
  );
}

interface ListedModel {
  readonly id: string;
  readonly modality: unknown;
}

/** Whatever form the list has: its rules judge that. */
function entriesOf(list: Exchange): readonly ListedModel[] {
  const reading = jsonOf(list);
  const { status = 0 } = list.response ?? {};
  if (!reading.ok || status < 200 || status >= 300) return [];
  return arrayIn(reading.value).flatMap((entry): ListedModel[] => {
    if (typeof entry === 'string') return [{ id: entry, modality: undefined }];
    return isObject(entry) && typeof entry.id === 'string' ? [{ id: entry.id, modality: entry.modality }] : [];
  });
}

/** The list itself, its `data`, or the first array that stands in the place of it. */
function arrayIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return [value.data, ...Object.values(value)].find((one) => Array.isArray(one)) ?? [];
}
