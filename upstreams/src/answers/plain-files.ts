import type { ReadRequest } from '../plan/upstream-request.ts';
import { seededPictures } from './image-answer.ts';
import { seededWords } from './seeded-words.ts';

/** A file of an answer to a media request. */
export interface PlainFile {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
}

/** The words of a default answer to a transcription. `seed`: of the call. */
export function defaultTranscript(seed: string, { model }: ReadRequest): string {
  return seededWords(seed, model ?? '', 'null').join('');
}

/** The files of a default answer to a media request, as a gateway reads them from it. `seed`: of the call. */
export function plainFiles(seed: string, request: ReadRequest): readonly PlainFile[] {
  if (request.route === 'image') {
    return seededPictures(seed, request).map((bytes) => ({ bytes, type: 'image/png' }));
  }
  const bytes = new TextEncoder().encode(defaultTranscript(seed, request));
  return [{ bytes, type: 'text/plain; charset=utf-8' }];
}
