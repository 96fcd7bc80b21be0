import { isObject } from '@gateproof/spec';
import { EndpointError } from '../../errors/endpoint-failure.ts';
import type { Job, JobFile } from '../../records/job.ts';

/** The files in an endpoint's answer to an image generation or a transcription. Throws `EndpointError` when there are none. */
export function readFiles(kind: Job['kind'], text: string): readonly JobFile[] {
  const answer = parse(text);
  if (answer.error !== undefined && answer.error !== null) {
    throw new EndpointError({ how: 'error-object', error: answer.error });
  }
  const files = kind === 'image' ? imagesOf(answer) : transcriptOf(answer);
  if (files.length === 0) throw new EndpointError({ how: 'empty' });
  return files;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new EndpointError(text.trim() === '' ? { how: 'empty' } : { how: 'malformed', body: text });
  }
  if (!isObject(answer)) throw new EndpointError({ how: 'malformed', body: text });
  return answer;
}

function imagesOf({ data }: Readonly<Record<string, unknown>>): readonly JobFile[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((item): JobFile[] => {
    if (!isObject(item) || typeof item.b64_json !== 'string' || item.b64_json === '') return [];
    return [{ bytes: bytesOf(item.b64_json, 'base64'), type: typeof item.type === 'string' ? item.type : 'image/png' }];
  });
}

function transcriptOf({ text }: Readonly<Record<string, unknown>>): readonly JobFile[] {
  return typeof text === 'string' && text !== ''
    ? [{ bytes: bytesOf(text, 'utf8'), type: 'text/plain; charset=utf-8' }]
    : [];
}

/** Bytes of their own: a small buffer is part of a large one, which would be kept as long as the file. */
function bytesOf(text: string, encoding: 'base64' | 'utf8'): Uint8Array {
  return Uint8Array.from(Buffer.from(text, encoding));
}
