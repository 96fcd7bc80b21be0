import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const installLimitMs = 300_000;

/** Drivers beside packages of their own, in a temporary folder. */
export interface HeavyDrivers {
  readonly folder: string;
  remove(): void;
}

/** Installs what the drivers of `examples/drivers/heavy` need, by their lock file and without scripts. Returns one line that says why where that is not possible. */
export async function installHeavyDrivers(): Promise<HeavyDrivers | string> {
  const copy = mkdtempSync(join(tmpdir(), 'gateproof-drivers-'));
  const remove = () => rmSync(copy, { recursive: true, force: true });
  cpSync('examples/drivers', copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const folder = join(copy, 'heavy');
  try {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    await run('npm', ['ci', ...flags], { cwd: folder, timeout: installLimitMs });
    return { folder, remove };
  } catch (error) {
    remove();
    const { killed, stderr } = error as { readonly killed?: boolean; readonly stderr?: string };
    const [line] = (stderr ?? '').split('\n').filter((text) => text.trim() !== '');
    return killed ? `npm ci took more than ${installLimitMs / 1000} s` : (line ?? String(error));
  }
}
