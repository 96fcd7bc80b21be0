/** Ends a body whose connection is to be lost. */
class LostOnPurpose extends Error {
  override readonly name = 'LostOnPurpose';
}

/** Lets bytes leave that have been handed on. */
export async function flushed(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** In a generator of a body: loses the connection once what was yielded so far has left. */
export async function loseAnswer(): Promise<never> {
  await flushed();
  throw new LostOnPurpose();
}
