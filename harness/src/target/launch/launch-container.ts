import { spawnSync } from 'node:child_process';
import type { StartedTestContainer } from 'testcontainers';
import { awaitReady } from './await-ready.ts';
import { freePort } from './free-port.ts';
import type { Launched, LaunchMeans, Readiness } from './launched.ts';
import { loadTestcontainers } from './load-testcontainers.ts';
import { OutputTail } from './output-tail.ts';
import { StartFailed } from './start-failed.ts';
import { type Instance, supervise } from './supervise.ts';

/** The name under which a container reaches this machine. */
export const containerHost = 'host.docker.internal';

/** A container image that serves a gateway. */
export interface ContainerLaunch {
  readonly kind: 'container';
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  /** Arguments of its entry point. Default: those of the image. */
  readonly command?: readonly string[];
  /** Port that the gateway listens on inside. */
  readonly port: number;
  /** A `url` is taken for its path alone, a `port` for the gateway's. */
  readonly ready: Readiness;
}

/**
 * Starts a gateway from an image through Testcontainers and waits until it is ready; its port is published on a free port of this machine.
 * Throws `NoTestcontainers`, and `StartFailed` when there is no engine or image, or when the container ends or never gets ready.
 */
export async function launchContainer(launch: ContainerLaunch, { ask, clock, signal }: LaunchMeans): Promise<Launched> {
  const library = await loadTestcontainers();
  const output = new OutputTail();
  const hostPort = await freePort('0.0.0.0');
  let baseUrl = '';
  const start = async () => {
    const life = new ContainerLife();
    try {
      const started = await builder(library, launch, hostPort, life, output).start();
      life.take(started);
      baseUrl = `http://${started.getHost().replace('localhost', '127.0.0.1')}:${hostPort}`;
    } catch (error) {
      return { instance: life, trouble: whyNot(error) };
    }
    const { url, port, ...rest } = launch.ready;
    const ready = url === undefined ? rest : { ...rest, url: new URL(new URL(url, baseUrl).pathname, baseUrl).href };
    const signs = {
      baseUrl,
      ask,
      output,
      clock,
      ended: () => (signal?.aborted === true ? 'was interrupted' : life.ended()),
    };
    return {
      instance: life,
      trouble: await awaitReady(port === undefined ? ready : { ...ready, port: hostPort }, signs),
    };
  };
  return supervise(
    { name: 'the container', output, start, clock },
    () => baseUrl,
    (why) => new StartFailed(`the container of ${launch.image} ${why}${output.lastWords()}`, output.lines()),
  );
}

function builder(
  { GenericContainer, StartupCheckStrategy }: typeof import('testcontainers'),
  { image, env, command, port }: ContainerLaunch,
  hostPort: number,
  life: ContainerLife,
  output: OutputTail,
) {
  // We decide whether it is ready; the library's own ways ask for a shell inside the image.
  class AtOnce extends StartupCheckStrategy {
    async checkStartupState() {
      return 'SUCCESS' as const;
    }
  }
  const container = new GenericContainer(image)
    .withEnvironment({ ...env })
    .withExposedPorts({ container: port, host: hostPort })
    .withExtraHosts([{ host: containerHost, ipAddress: 'host-gateway' }])
    .withWaitStrategy(new AtOnce())
    .withLogConsumer((stream) => {
      stream.on('data', (piece: Buffer) => output.add(piece));
      stream.on('end', () => life.end());
      stream.on('error', () => life.end());
    });
  return command === undefined ? container : container.withCommand([...command]);
}

/** One container from its start to its end; its log ends with it. */
class ContainerLife implements Instance {
  #container: StartedTestContainer | undefined;
  #ended: string | undefined;
  readonly #listeners: (() => void)[] = [];
  readonly #removeAtExit = () => {
    if (this.#container !== undefined) spawnSync('docker', ['rm', '--force', this.#container.getId()]);
  };

  take(container: StartedTestContainer): void {
    this.#container = container;
    process.on('exit', this.#removeAtExit);
  }

  end(): void {
    if (this.#ended !== undefined) return;
    this.#ended = 'ended';
    for (const look of this.#listeners) look();
  }

  ended(): string | undefined {
    return this.#ended;
  }

  onEnd(look: () => void): void {
    if (this.#ended === undefined) this.#listeners.push(look);
    else look();
  }

  async stop(): Promise<void> {
    process.off('exit', this.#removeAtExit);
    await this.#container?.stop({ timeout: 3_000 }).catch(() => undefined);
    this.#container = undefined;
  }
}

function whyNot(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  return /container runtime strategy/i.test(message)
    ? 'can not be started: no container engine was found; start one, or name it in DOCKER_HOST'
    : `can not be started: ${message}`;
}
