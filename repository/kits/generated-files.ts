import { goTestbed } from './go-testbed.ts';
import { pythonTestbed } from './python-testbed.ts';

const kits = new URL('../../kits/', import.meta.url);

/** The generated files of the kits: where each stands, and its text. */
export function generatedFiles(): readonly (readonly [path: URL, text: string])[] {
  return [
    [new URL('python/gateproof/testbed.py', kits), pythonTestbed()],
    [new URL('go/testbed.go', kits), goTestbed()],
  ];
}
