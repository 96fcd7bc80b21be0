import { readFileSync } from 'node:fs';

/** The version of this package, as in its manifest. */
export function toolVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error('the package manifest of gateproof has no version; reinstall gateproof');
}
