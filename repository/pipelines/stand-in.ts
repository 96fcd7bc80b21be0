import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../source-files.ts';

/** A step that ended, with what it printed on both streams. */
export interface StepEnd {
  readonly code: number | null;
  readonly printed: string;
}

const limitMs = 120_000;

/** In the place of npx: runs the command line of this repository where a released one is asked for. */
const npx = `#!/bin/sh
[ "$1" = --yes ] && [ "$2" = gateproof@latest ] || { echo "npx was asked for: $*"; exit 99; }
shift 2
exec "${process.execPath}" "${join(root, 'cli/bin/gateproof.js')}" "$@"
`;

/** In the place of npx: prints each of its arguments on a line of its own. */
const printer = `#!/bin/sh
printf '%s\\n' "$@"
`;

/** A machine of a pipeline as far as its scripts see one: a working folder, files for outputs and summary, and an `npx`. Remove it. */
export class StandInRunner {
  readonly folder = mkdtempSync(join(tmpdir(), 'gateproof-pipeline-'));
  readonly #files = {
    GITHUB_OUTPUT: join(this.folder, 'output'),
    GITHUB_STEP_SUMMARY: join(this.folder, 'summary'),
  };

  /** `onlyPrints`: default false. */
  constructor({ onlyPrints = false }: { readonly onlyPrints?: boolean } = {}) {
    mkdirSync(join(this.folder, 'bin'));
    writeFileSync(join(this.folder, 'bin/npx'), onlyPrints ? printer : npx, { mode: 0o755 });
    for (const file of Object.values(this.#files)) writeFileSync(file, '');
  }

  /** Runs a script as GitHub runs one of `shell: bash`, in the working folder. */
  run(script: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<StepEnd> {
    const path = `${join(this.folder, 'bin')}${delimiter}${process.env.PATH}`;
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script, 'bash', ...args], {
      cwd: this.folder,
      env: { PATH: path, NO_COLOR: '1', HOME: this.folder, RUNNER_TEMP: this.folder, ...this.#files, ...env },
      timeout: limitMs,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        printed += piece.toString();
      });
    }
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, printed }));
    });
  }

  /** What the steps wrote as outputs. */
  outputs(): Readonly<Record<string, string>> {
    const lines = readFileSync(this.#files.GITHUB_OUTPUT, 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }

  /** What the steps wrote as summary. */
  summary(): string {
    return readFileSync(this.#files.GITHUB_STEP_SUMMARY, 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
