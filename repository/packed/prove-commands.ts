import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHandWrittenReceiver } from '../../examples/receivers/hand-written-receiver.ts';
import { command, type Finished, withServer } from './command.ts';
import type { Proofs } from './proofs.ts';
import type { Runtime } from './runtimes.ts';

const examples = join(import.meta.dirname, '../../examples');
const quick = ['--only', 'auth.key.', '--effort', 'quick'];
// CI runs these too, where a run without a target is refused.
const good = ['--simulator'];
const broken = ['--deviation', 'auth.key.unknown'];

/** A command line, the exit code that is wanted, and what it prints. */
type Row = readonly [line: readonly string[], code: number, prints: string];

/** Commands that end by themselves, in an order in which each finds what it reads. */
const rows: readonly Row[] = [
  [['--help'], 0, 'Exit codes'],
  [['rules', 'error.code.rate-limited.status'], 0, 'rate_limited'],
  [
    ['gateway', ...good, ...quick, '--json', 'run.json', '--html', 'run.html', '--junit', 'run.xml'],
    0,
    'no rule broken',
  ],
  [['gateway', ...quick, ...broken, '--json', 'red.json'], 1, 'auth.key.unknown'],
  // A legal way; its refusals are errors of the simulator that come from another package than the bundle.
  [
    ['gateway', '--variation', 'chat.metadata.other-refused', '--only', 'chat.metadata.', '--effort', 'quick'],
    0,
    'no rule broken',
  ],
  [['report', 'red.json', 'auth.key.unknown'], 0, 'auth.key.unknown'],
  [['replay', 'red.json', 'auth.key.unknown'], 1, 'auth.key.unknown'],
  [['compare', 'run.json', 'red.json'], 1, 'auth.key.unknown'],
  [['baseline', 'red.json', '--output', 'known.yaml'], 0, 'known.yaml'],
  [['gateway', ...quick, ...broken, '--baseline', 'known.yaml'], 0, 'known'],
  [['gateway', ...good, ...quick, '--shard', '1/2', '--json', '1.json'], 0, 'no rule broken'],
  [['gateway', ...good, ...quick, '--shard', '2/2', '--json', '2.json'], 0, 'no rule broken'],
  [['merge', '1.json', '2.json'], 0, 'no rule broken'],
  [
    ['client', '--only', 'client.request.', '--effort', 'quick', '--', process.execPath, 'fetch-driver.ts'],
    0,
    'no rule broken',
  ],
];

/** Commands that need a simulator at the URL. */
const rowsAt = (url: string): readonly Row[] => [
  [['doctor', '--url', url, '--key', 'sk-gateproof-default'], 0, 'rules'],
  [['init', '--url', url, '--output', 'gateway.yaml', '--force'], 0, 'gateway.yaml'],
  [['trigger', 'job.succeeded', '--url', url], 3, 'job.succeeded'],
  [['events', 'list', '--url', url], 0, ''],
];

/** Runs every command of the installed package with a Node. */
export async function proveCommands(proofs: Proofs, project: string, runtime: Runtime): Promise<void> {
  const work = join(project, `${runtime.name.replace(' ', '-')}`);
  mkdirSync(work);
  copyFileSync(join(examples, 'drivers/fetch-driver.ts'), join(work, 'fetch-driver.ts'));
  const launcher = join(project, 'node_modules/gateproof/bin/gateproof.js');
  const run = (line: readonly string[]) => command(work, runtime.binary, launcher, ...line);
  const prove = (line: readonly string[], done: Finished, code: number, prints: string) =>
    proofs.ended(`${runtime.name}: gateproof ${line.join(' ')}`, done, { code, prints });
  for (const [line, code, prints] of rows) prove(line, await run(line), code, prints);
  const server = (...line: readonly string[]) => [runtime.binary, launcher, ...line, '--port', '0'];
  await withServer(work, server('simulate'), async (url) => {
    proofs.prove(`${runtime.name}: gateproof simulate listens`, url !== undefined, 'no URL within a minute');
    if (url === undefined) return;
    for (const [line, code, prints] of rowsAt(url)) prove(line, await run(line), code, prints);
    for (const line of [
      ['proxy', '--target', url],
      ['record', '--target', url, '--cassette', 'cassette.yaml'],
    ]) {
      await withServer(work, server(...line), async (at) => {
        const answer = at === undefined ? undefined : await fetch(`${at}/v1/models`);
        proofs.prove(
          `${runtime.name}: gateproof ${line[0]} passes requests on`,
          answer?.status === 401,
          `${answer?.status}`,
        );
      });
    }
  });
  const receiver = createHandWrittenReceiver('whsec_packed').listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const judge = ['receiver', '--url', `${url}/hook`, '--secret', 'whsec_packed', '--observer', `${url}/effects`];
  const line = [...judge, '--only', 'receiver.bytes.', '--effort', 'quick'];
  prove(line, await run(line), 0, 'no rule broken');
  receiver.close();
}

/** In ms of processor time, and in times of what Node alone takes: a machine that is busy otherwise counts more for the same work. */
const versionLimit = { ms: 150, timesOfNode: 1.5 };

/** The least processor time of five runs of Node with these arguments, in ms. */
async function leastMs(project: string, binary: string, ...args: readonly string[]): Promise<number> {
  const spentMs: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const { output } = await command(
      project,
      'bash',
      '-c',
      `TIMEFORMAT='spent %U %S'; time "$@"`,
      'bash',
      binary,
      ...args,
    );
    const [, user, system] = /spent (\S+) (\S+)/.exec(output) ?? [];
    spentMs.push((Number(user) + Number(system)) * 1_000);
  }
  return Math.round(Math.min(...spentMs));
}

/** Proves that the version is printed at once. */
export async function proveVersion(proofs: Proofs, project: string, { name, binary }: Runtime): Promise<void> {
  const alone = await leastMs(project, binary, '--eval', '0');
  const spent = await leastMs(project, binary, 'node_modules/gateproof/bin/gateproof.js', '--version');
  const holds = spent < Math.max(versionLimit.ms, alone * versionLimit.timesOfNode);
  proofs.prove(`${name}: gateproof --version in ${spent} ms of processor time, Node alone ${alone}`, holds, '');
}
