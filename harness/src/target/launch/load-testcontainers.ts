/** Thrown when the package that runs containers is not there. */
export class NoTestcontainers extends Error {
  override readonly name = 'NoTestcontainers';
  readonly fault = 'usage';
}

/** Loads the optional package `testcontainers`. Throws `NoTestcontainers` with the remedy when it is not installed. */
export async function loadTestcontainers(): Promise<typeof import('testcontainers')> {
  // Ours ends what it started; the reaper is an image that would have to be pulled.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  try {
    return await import('testcontainers');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new NoTestcontainers(
      'a container as the target needs the package testcontainers, which is not installed: npm install --save-dev testcontainers',
      { cause },
    );
  }
}
