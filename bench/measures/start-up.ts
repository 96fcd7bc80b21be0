import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clock } from '../clock.ts';
import { answerOf, jsonBody } from '../load.ts';
import { median } from './median.ts';

const starts = 7;
const command = fileURLToPath(new URL('../../cli/bin/gateproof.js', import.meta.url));

export interface StartUp {
  readonly elapsedMs: number;
  /** Processor time of the process until then, where the system reports it (Linux). */
  readonly cpuMs: number | undefined;
}

/** A bare Fastify that answers the same request. Plain JavaScript, so that no compiler is loaded for it. */
const bare = `
import Fastify from 'fastify';
const app = Fastify();
app.post('/v1/chat/completions', async () => ({}));
process.stdout.write(await app.listen({ port: 0 }) + '\\n');
`;

/** What is started, as arguments of Node. */
const programs = {
  simulator: [command, 'simulate', '--port', '0'],
  bare: ['--input-type=module', '--eval', bare],
} as const;

/**
 * From the start of `gateproof simulate`, and of a bare Fastify, to its first whole answer: medians of seven starts in turns, after one of each that fills Node's
 * caches.
 */
export async function startUps(): Promise<Readonly<Record<keyof typeof programs, StartUp>>> {
  const times: Record<keyof typeof programs, StartUp[]> = { simulator: [], bare: [] };
  for (let start = 0; start <= starts; start += 1) {
    for (const name of ['simulator', 'bare'] as const) {
      const time = await oneStart(programs[name]);
      if (start > 0) times[name].push(time);
    }
  }
  return { simulator: middleOf(times.simulator), bare: middleOf(times.bare) };
}

function middleOf(times: readonly StartUp[]): StartUp {
  const cpuMs = times.flatMap((time) => time.cpuMs ?? []);
  return {
    elapsedMs: median(times.map(({ elapsedMs }) => elapsedMs)),
    cpuMs: cpuMs.length === 0 ? undefined : median(cpuMs),
  };
}

async function oneStart(program: readonly string[]): Promise<StartUp> {
  const startedAt = clock.nowMs();
  const child = spawn(process.execPath, program, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url === undefined) continue;
      await answerOf(url, jsonBody);
      return { elapsedMs: clock.nowMs() - startedAt, cpuMs: cpuMsOf(child.pid) };
    }
    throw new Error(`${program[0]} did not say where it listens`);
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

const msPerTick = 10;

function cpuMsOf(pid: number | undefined): number | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  // After the command's name, which is in parentheses: user time is the 12th field, system time the 13th.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}
