import { pipeline, Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { AnswerCoding } from '../behaviour/exchanges.ts';

const { Z_SYNC_FLUSH, Z_NO_FLUSH, BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_PROCESS } = zlib.constants;

type CodedData = Exclude<AnswerCoding['data'], 'plain'>;

/** A body as it goes over the wire. Texts stay whole, streams stay streams. */
export function codeAnswer(payload: unknown, { data, flushes = 'each-event' }: AnswerCoding): unknown {
  if (data === 'plain') return payload;
  if (payload instanceof Readable) {
    const coded = flushes === 'at-end' ? codedAtEnd(data) : streamOf(data, flushes === 'each-event');
    // A reader of a coded body learns of a loss by its end.
    pipeline(payload, coded, () => undefined);
    return coded;
  }
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload;
  return bytesOf(data, Buffer.from(payload));
}

function bytesOf(data: CodedData, body: Uint8Array): Uint8Array {
  switch (data) {
    case 'gzip':
      return zlib.gzipSync(body);
    case 'cut-gzip':
      return zlib.gzipSync(body).subarray(0, -6);
    case 'deflate':
      return zlib.deflateSync(body);
    case 'raw-deflate':
      return zlib.deflateRawSync(body);
    case 'br':
      return zlib.brotliCompressSync(body);
  }
}

function codedAtEnd(data: CodedData): Transform {
  const pieces: Uint8Array[] = [];
  return new Transform({
    transform(piece: Uint8Array, _encoding, next) {
      pieces.push(piece);
      next();
    },
    flush(next) {
      next(null, bytesOf(data, Buffer.concat(pieces)));
    },
  });
}

function streamOf(data: CodedData, flushesEach: boolean): Transform {
  const flush = flushesEach ? Z_SYNC_FLUSH : Z_NO_FLUSH;
  switch (data) {
    case 'gzip':
    case 'cut-gzip':
      return zlib.createGzip({ flush });
    case 'deflate':
      return zlib.createDeflate({ flush });
    case 'raw-deflate':
      return zlib.createDeflateRaw({ flush });
    case 'br':
      return zlib.createBrotliCompress({ flush: flushesEach ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_PROCESS });
  }
}
