import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createSimulator } from '@gateproof/simulator';
import { abortAfter } from '../clock.ts';

/** A gateway that is asked the same as the others. */
export interface Party {
  readonly name: 'memory' | 'sqlite' | 'python';
  readonly url: string;
  /** Path of its testbed. */
  readonly testbed: string;
  close(): Promise<void>;
}

const startLimitMs = 20_000;

/** The simulator without and with a data file, and the gateway in Python. */
export async function openParties(seed: string): Promise<readonly Party[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gateproof-differential-'));
  const [memory, sqlite, python] = await Promise.all([
    openSimulator('memory', { seed }),
    openSimulator('sqlite', { seed, data: join(folder, 'data.sqlite') }),
    openPython(),
  ]);
  const forget = async () => {
    await sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return [memory, { ...sqlite, close: forget }, python];
}

async function openSimulator(
  name: Party['name'],
  options: { readonly seed: string; readonly data?: string },
): Promise<Party> {
  const simulator = createSimulator(options);
  return { name, url: await simulator.listen(), testbed: '/_testbed/v1', close: () => simulator.close() };
}

async function openPython(): Promise<Party> {
  const child = spawn('python3', ['examples/python-gateway/gateway.py', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await addressOf(child);
  return {
    ...{ name: 'python', url, testbed: '/testbed' },
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the gateway in Python has no output');
  const [line] = (await once(createInterface({ input: stdout }), 'line', { signal: abortAfter(startLimitMs) })) as [
    string,
  ];
  return line.replace(/^\D*(?=http)/, '');
}
