import { UsageError } from '../usage-error.ts';

type Deviations = typeof import('@gateproof/deviations');

/** The package of deviations and variations, which an install may leave out; undefined when it is not installed. */
export async function installedDeviations(): Promise<Deviations | undefined> {
  try {
    return await import('@gateproof/deviations');
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

/** Whether it is the package itself that was not found, and not one that it needs. */
const isMissing = (cause: unknown): boolean =>
  cause instanceof Error &&
  'code' in cause &&
  cause.code === 'ERR_MODULE_NOT_FOUND' &&
  cause.message.includes("'@gateproof/deviations'");

/** As `installedDeviations`. Throws `UsageError` with the remedy when it is not installed. */
export async function loadDeviations(): Promise<Deviations> {
  const installed = await installedDeviations();
  if (installed !== undefined) return installed;
  throw new UsageError(
    'deviations and variations need the package @gateproof/deviations, which is not installed: npm install --save-dev @gateproof/deviations',
  );
}
