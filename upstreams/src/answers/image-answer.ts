import type { JsonObject } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';
import type { ImageAnswer } from '../script/answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { tinyPng } from './tiny-png.ts';

const mostImages = 10;

/** An image answer as the body of an image generation: the images that it has, or PNG images in base64 that follow from seed and request. */
export function imageGeneration(answer: ImageAnswer, { request, createdS, seed }: AnswerContext): JsonObject {
  if (answer.images !== undefined) {
    return {
      created: createdS,
      data: answer.images.map(({ base64, type = 'image/png' }) => ({ b64_json: base64, type })),
    };
  }
  const pictures = seededPictures(answer.seed ?? seed, request, answer.count);
  const data = pictures.map(({ buffer }) => ({ b64_json: Buffer.from(buffer).toString('base64'), type: 'image/png' }));
  return { created: createdS, output_format: 'png', data };
}

/** PNG images that follow from a seed and the request. `count`: default `n` of the request, or 1. */
export function seededPictures(
  seed: string,
  { fields, model }: ReadRequest,
  count: number = askedCount(fields),
): readonly Uint8Array<ArrayBuffer>[] {
  const picture = `${seed}/${model ?? ''}/${JSON.stringify(fields.prompt ?? null)}`;
  return Array.from({ length: count }, (_, index) => tinyPng(`${picture}/${index}`));
}

function askedCount({ n }: JsonObject): number {
  return typeof n === 'number' && n >= 1 ? Math.min(Math.floor(n), mostImages) : 1;
}
