import type { JsonObject } from '../json.ts';
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
  const asked = request.fields.n;
  const count = answer.count ?? (typeof asked === 'number' && asked >= 1 ? Math.min(Math.floor(asked), mostImages) : 1);
  const picture = `${answer.seed ?? seed}/${request.model ?? ''}/${JSON.stringify(request.fields.prompt ?? null)}`;
  const data = Array.from({ length: count }, (_, index) => ({
    b64_json: Buffer.from(tinyPng(`${picture}/${index}`)).toString('base64'),
    type: 'image/png',
  }));
  return { created: createdS, output_format: 'png', data };
}
