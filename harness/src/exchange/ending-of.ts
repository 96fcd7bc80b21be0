import type { Ending } from './exchange.ts';

/** How far an exchange had come when its socket or parser reported an error. */
export interface Progress {
  /** A connection stood, TLS included. */
  readonly connected: boolean;
  /** The message was whole. */
  readonly whole: boolean;
}

/** How an exchange ended that Node's HTTP client reports an error of. */
export function endingOf(error: Error, progress: Progress): Ending {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'HPE_HEADER_OVERFLOW') return 'too-large';
  if (code === 'HPE_INVALID_EOF_STATE') return 'cut';
  // Bytes after a whole answer that announced the end of the connection do no harm.
  if (code === 'HPE_CLOSED_CONNECTION' && progress.whole) return 'complete';
  if (code.startsWith('HPE_')) return 'malformed';
  if (progress.whole) return 'complete';
  return progress.connected ? 'cut' : 'refused';
}
