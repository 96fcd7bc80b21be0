import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedSimulator, startSimulator } from '@gateproof/simulator';
import { recordedContext } from '../../cli/src/recorded-context.fixture.ts';
import { runCli } from '../../cli/src/run-cli.ts';
import { createHandWrittenReceiver } from '../../examples/receivers/hand-written-receiver.ts';
import { root } from '../source-files.ts';
import { finiteCommand } from './finite-command.fixture.ts';

/** What a command came to. */
export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Where the commands of the pages run: a simulator in the place of each gateway, a receiver, and the files that the commands read. */
export interface GateproofWorld {
  /** Runs the words behind `gateproof`. What goes on for ever is interrupted once it is at work. */
  run(words: readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}

const secret = 'whsec_0123456789abcdef0123456789abcdef';
const broken = 'stream.failure.done-follows';
const fileName = /^[\w.-]+\.(json|yaml|xml|md|html)$/;
const writes: readonly (string | undefined)[] = ['--json', '--junit', '--markdown', '--html', '--output'];

/** Starts it; a command that finds no file of its name in the repository reads it from a folder of its own, and writes to another. */
export async function gateproofWorld(): Promise<GateproofWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'gateproof-commands-'));
  mkdirSync(join(folder, 'written'));
  const simulator = await startSimulator({ seed: 'commands', allowLocalWebhooks: true });
  const receiver = createHandWrittenReceiver(secret);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const run = async (words: readonly string[]): Promise<Ran> => {
    const { context, stdout, stderr, interrupt } = recordedContext(environment(simulator, folder), folder);
    const heard = (output: typeof context.stdout) => ({
      ...output,
      write(text: string) {
        output.write(text);
        if (isAtWork(words, text)) interrupt();
      },
    });
    const code = await runCli(words, { ...context, stdout: heard(context.stdout), stderr: heard(context.stderr) });
    return { code, output: `${stdout()}${stderr()}` };
  };
  await writeFiles(folder, simulator, run);
  const names: Readonly<Record<string, string>> = {
    'whsec_...': secret,
    'evt_...': await eventOf(simulator, `${hook}/hook`),
    'driver.js': 'examples/drivers/fetch-driver.ts',
    '2027-01-31': '2999-01-31',
    x41: Object.keys(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')).exchanges)[0] ?? '',
  };
  const placed = (word: string, place: number, words: readonly string[]) =>
    (names[word] ?? word)
      .replace(/^https:\/\/gateway\.example|^http:\/\/localhost:8080/, simulator.url)
      .replace(/^http:\/\/localhost:3000/, hook)
      .replace(fileName, (file) => {
        if (writes.includes(words[place - 1])) return join(folder, 'written', file);
        return existsSync(join(root, file)) ? file : join(folder, file);
      });
  return {
    run: (words) => run([...finiteCommand(words).map(placed), ...simulatorOf(words, simulator)]),
    async close() {
      receiver.closeAllConnections();
      receiver.close();
      await simulator.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function environment({ defaultKey }: StartedSimulator, folder: string): Readonly<Record<string, string | undefined>> {
  return { GATEPROOF_KEY: defaultKey, GATEWAY_KEY: defaultKey, XDG_CACHE_HOME: folder, PATH: process.env.PATH };
}

/** What names the running simulator to the commands that talk to one. */
function simulatorOf([name]: readonly string[], { url, defaultKey }: StartedSimulator): readonly string[] {
  return name === 'trigger' || name === 'events' ? ['--url', url, '--key', defaultKey] : [];
}

/** Registers an endpoint; returns the id of an event that it got. */
async function eventOf(simulator: StartedSimulator, url: string): Promise<string> {
  const account = await simulator.control.accounts.withKey(simulator.defaultKey);
  await account.webhooks.create({ url });
  const { deliveries } = await account.events.trigger('job.succeeded');
  return deliveries[0]?.eventId ?? '';
}

/** Whether a command that goes on for ever listens, or has judged once. */
function isAtWork([name = '', ...options]: readonly string[], text: string): boolean {
  if (['simulate', 'proxy', 'record'].includes(name)) return text.includes('http://');
  return options.includes('--watch') && text.includes('exit ');
}

/** A profile, a cassette, results of a whole run and of two shards, and a baseline. */
async function writeFiles(folder: string, { url }: StartedSimulator, run: GateproofWorld['run']): Promise<void> {
  const at = (name: string) => join(folder, name);
  copyFileSync(join(root, 'examples/cassette.yaml'), at('cassette.yaml'));
  writeFileSync(at('gateway.yaml'), JSON.stringify({ url, testbed: { url: `${url}/_testbed/v1` } }));
  await run(['gateway', '--effort', 'quick', '--deviation', broken, '--only', broken, '--json', at('run.json')]);
  for (const name of ['main.json', 'now.json']) copyFileSync(at('run.json'), at(name));
  for (const shard of ['1', '2'])
    await run([
      'gateway',
      '--url',
      url,
      '--only',
      'model.list.',
      '--shard',
      `${shard}/2`,
      '--json',
      at(`${shard}.json`),
    ]);
  for (const name of ['gateproof-baseline.yaml', 'known.yaml'])
    await run(['baseline', at('run.json'), '--output', at(name)]);
}
