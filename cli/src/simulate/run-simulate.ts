import { styleFor } from '@gateproof/reports';
import { checkReplies, createSimulator, type Simulator } from '@gateproof/simulator';
import { isLoopbackHost } from '@gateproof/spec';
import { type CliContext, wantsColour } from '../cli-context.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';
import { behaviourListText } from './behaviour-list-text.ts';
import { loadDeviations } from './load-deviations.ts';
import { playbackOf } from './playback-of.ts';
import type { SimulateFlags } from './simulate-flags.ts';
import { simulatorBanner } from './simulator-banner.ts';
import { simulatorOptions } from './simulator-settings.ts';

/** A built-in text model that serves. */
const exampleModel = 'gateproof/echo';

/** Starts the simulator, prints how to reach it, and ends it when the user asks. Returns the exit code 0. */
export async function runSimulate(flags: SimulateFlags, context: CliContext): Promise<number> {
  const style = styleFor(wantsColour(context.stdout, context.env));
  if (flags.listDeviations === true) {
    const { deviations } = await loadDeviations();
    const listed = deviations.map((deviation) => ({ ...deviation, about: deviation.breaks }));
    context.stdout.write(behaviourListText(listed, style));
    return 0;
  }
  if (flags.listVariations === true) {
    const { variations } = await loadDeviations();
    const listed = variations.map((variation) => ({ ...variation, about: variation.within }));
    context.stdout.write(behaviourListText(listed, style));
    return 0;
  }
  assertGuarded(flags);
  const settings = {
    ...flags,
    ...keyFor(flags, context),
    seed: flags.seed ?? context.drawSeed(),
    variations: flags.variation ?? [],
  };
  const { forwardWebhooks: urls = [], replies: file } = flags;
  const replies = file === undefined ? undefined : await repliesOf(file);
  const playback = await playbackOf(flags);
  const onFailure = (line: string) => context.stderr.write(`${line}\n`);
  const simulator = createSimulator({
    ...(await simulatorOptions(settings)),
    ...(replies === undefined ? {} : { replies }),
    ...(playback === undefined ? {} : { playback }),
    allowLocalWebhooks: flags.allowLocalWebhooks ?? false,
    forwardWebhooks: urls.map((url) => ({ url, onFailure })),
    onTrouble: (line) => context.stderr.write(`gateproof: ${line}\n`),
  });
  try {
    const baseUrl = await listen(simulator, flags);
    const facts = {
      ...settings,
      baseUrl,
      ...(replies === undefined ? {} : { replyCount: replies.replies.length }),
      ...(playback === undefined ? {} : { exchangeCount: playback.cassette.exchanges.length }),
      key: simulator.defaultKey,
      model: exampleModel,
      forwardSecret: simulator.forwardSecret,
      isOpenToOthers: !isLoopbackHost(flags.host),
    };
    context.stdout.write(simulatorBanner(facts, style));
    await untilInterrupted(context.interrupted);
  } finally {
    await simulator.close();
  }
  return 0;
}

/** The YAML parser is loaded only where there is a file to read. */
async function repliesOf(file: string) {
  const { readScript } = await import('./read-script.ts');
  return readScript(file, 'replies file', checkReplies);
}

/** Who reaches the testbed can make accounts and have addresses called: other machines need a secret for that. */
function assertGuarded({ host, testbedToken }: SimulateFlags): void {
  if (testbedToken === '') {
    throw new UsageError(
      'the testbed token is empty; give --testbed-token or GATEPROOF_TESTBED_TOKEN a value, or unset it',
    );
  }
  if (testbedToken === undefined && !isLoopbackHost(host)) {
    throw new UsageError(
      `--host ${host} opens the simulator to other machines; name a secret for its testbed with --testbed-token or GATEPROOF_TESTBED_TOKEN`,
    );
  }
}

/** Beyond this machine the key must be hard to guess; the simulator has a fixed one of its own otherwise. */
function keyFor({ host, key }: SimulateFlags, context: CliContext): Pick<SimulateFlags, 'key'> {
  return key === undefined && !isLoopbackHost(host) ? { key: context.drawKey() } : {};
}

async function listen(simulator: Simulator, { host, port }: SimulateFlags): Promise<string> {
  try {
    return addressAt(await simulator.listen({ host, port }), host);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new UsageError(`port ${port} of ${host} is in use; name another, or --port 0 for any free one`);
    if (code === 'EACCES') throw new UsageError(`not allowed to listen on port ${port}; name one above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UsageError(`this machine has no address ${host}; name one that it has with --host`);
    throw error;
  }
}

/** Fastify names the loopback address of a simulator that listens at every address. */
function addressAt(baseUrl: string, host: string): string {
  const url = new URL(baseUrl);
  return isLoopbackHost(host) ? baseUrl : `${url.protocol}//${host.includes(':') ? `[${host}]` : host}:${url.port}`;
}
