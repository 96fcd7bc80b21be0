/** An input with a person or a script behind it: the parts of a `ReadStream` that are used. */
export interface KeyInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
}

/** What reads single keys while nothing else is run. A key that a terminal makes a signal of otherwise, such as Ctrl-C, is a key here. */
export type NextKey = (signal: AbortSignal) => Promise<string | undefined>;

/** Reads keys from an input: the next one, or undefined once the signal has fired or the input has ended. A terminal is as it was afterwards. */
export function keysOf(input: KeyInput): NextKey {
  return (signal) =>
    new Promise((resolve) => {
      const settle = (key: string | undefined) => {
        input.off('data', onData).off('end', onEnd);
        signal.removeEventListener('abort', onEnd);
        if (input.isTTY === true) input.setRawMode?.(false);
        input.pause();
        resolve(key);
      };
      const onData = (bytes: Buffer | string) => settle(String(bytes).charAt(0));
      const onEnd = () => settle(undefined);
      if (signal.aborted || !input.readable) return resolve(undefined);
      if (input.isTTY === true) input.setRawMode?.(true);
      input.on('data', onData).on('end', onEnd);
      signal.addEventListener('abort', onEnd);
      input.resume();
    });
}
