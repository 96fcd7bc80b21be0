import { UsageError } from '../usage-error.ts';
import { assertBaseUrl } from '../web-url.ts';

/** The base URL of the gateway that a command stands in front of (`a proxy`). Throws `UsageError` for none, or for what is no base URL. */
export function proxiedTarget(target: string | undefined, who: string): string {
  if (target === undefined) throw new UsageError(`${who} needs the gateway that it stands in front of: --target URL`);
  assertBaseUrl(target, '--target', 'http://localhost:8080');
  const base = target.replace(/\/+$/, '');
  if (base.endsWith('/v1')) throw new UsageError(`--target ${target} ends with /v1; give ${base.slice(0, -3)}`);
  return base;
}

/** Opens what listens on a port of this machine. Throws `UsageError` where the port can't be had. */
export async function listening<T>(port: number, opened: Promise<T>): Promise<T> {
  try {
    return await opened;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new UsageError(`port ${port} is in use; name another, or --port 0 for any free one`);
    if (error instanceof Error && 'code' in error && error.code === 'EACCES')
      throw new UsageError(`not allowed to listen on port ${port}; name one above 1023`);
    throw error;
  }
}
