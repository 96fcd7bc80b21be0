import { UsageError } from '../usage-error.ts';

type Deviations = typeof import('@gateproof/deviations');

/** The package of deviations and variations, which an install may leave out; undefined when it is not installed. */
export async function installedDeviations(): Promise<Deviations | undefined> {
  try {
    return await import('@gateproof/deviations');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    return undefined;
  }
}

/** As `installedDeviations`. Throws `UsageError` with the remedy when it is not installed. */
export async function loadDeviations(): Promise<Deviations> {
  const installed = await installedDeviations();
  if (installed !== undefined) return installed;
  throw new UsageError(
    'deviations and variations need the package @gateproof/deviations, which is not installed: npm install --save-dev @gateproof/deviations',
  );
}
