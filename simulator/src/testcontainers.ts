import { randomUUID } from 'node:crypto';
import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import type { AccountControl } from './control/account-control.ts';
import { type Control, createControl, type SeededAccountRequest } from './control/create-control.ts';

const port = 8080;

/** Name that the image of the simulator gets by `examples/container/build.sh`. */
const localImage = 'gateproof-simulator:local';

/**
 * A container of the simulator for Testcontainers. All that `GenericContainer` can be given goes; `withCommand` takes the options of
 * `gateproof simulate`. `image`: default `gateproof-simulator:local`.
 */
export class SimulatorContainer extends GenericContainer {
  readonly #testbedToken = randomUUID();
  /** Drawn: a container may be reached from other machines. */
  readonly #defaultKey = `sk-${randomUUID()}`;

  constructor(image: string = localImage) {
    super(image);
    this.withExposedPorts(port)
      .withEnvironment({ GATEPROOF_TESTBED_TOKEN: this.#testbedToken })
      .withCommand([])
      // Whoever has no key is refused, by a gateway that serves.
      .withWaitStrategy(Wait.forHttp('/v1/models', port).forStatusCode(401));
  }

  override withCommand(options: string[]): this {
    return super.withCommand(['--key', this.#defaultKey, ...options]);
  }

  override async start(): Promise<StartedSimulatorContainer> {
    return new StartedSimulatorContainer(await super.start(), this.#testbedToken, this.#defaultKey);
  }
}

/** A container that serves, with what a client needs and all that a test arranges it by. */
export class StartedSimulatorContainer extends AbstractStartedContainer {
  /** Its base URL on this machine, without `/v1`. */
  readonly url: string;
  /** A key of the account that is there from the start. */
  readonly defaultKey: string;
  readonly control: Control;

  constructor(container: StartedTestContainer, testbedToken: string, defaultKey: string) {
    super(container);
    this.defaultKey = defaultKey;
    this.url = `http://${container.getHost()}:${container.getMappedPort(port)}`;
    this.control = createControl({ url: this.url, token: testbedToken });
  }

  /** A fresh account, for one test. `account.finish()` removes it. */
  account(request?: SeededAccountRequest): Promise<AccountControl> {
    return this.control.accounts.create(request);
  }
}
