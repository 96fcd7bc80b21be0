import { type Behaviour, referenceBehaviour, type SimulatorOptions } from '@gateproof/simulator';
import { assertKnown } from '../known-id.ts';
import { loadDeviations } from './load-deviations.ts';

/** What the command line says about a simulator; plain data, so that it can be sent to a worker. */
export interface SimulatorSettings {
  readonly seed: number;
  /** File or database in which everything is kept. */
  readonly data?: string;
  /** How other replicas reach this machine. */
  readonly replicaHost?: string;
  readonly key?: string;
  readonly prefix?: string;
  readonly testbedToken?: string;
  readonly deviation?: string;
  readonly variations: readonly string[];
}

/** The simulator's options. Throws `UsageError` for a deviation or variation that does not exist, or when the package that has them is not installed. */
export async function simulatorOptions(settings: SimulatorSettings, load = loadDeviations): Promise<SimulatorOptions> {
  return {
    seed: String(settings.seed),
    behaviour: await behaviourOf(settings, load),
    ...(settings.data === undefined ? {} : { data: settings.data }),
    ...(settings.replicaHost === undefined ? {} : { replicaHost: settings.replicaHost }),
    ...(settings.prefix === undefined ? {} : { prefix: settings.prefix }),
    ...(settings.testbedToken === undefined ? {} : { testbedToken: settings.testbedToken }),
    ...(settings.key === undefined ? {} : { defaultKey: settings.key }),
  };
}

async function behaviourOf(settings: SimulatorSettings, load: typeof loadDeviations): Promise<Behaviour> {
  if (settings.deviation === undefined && settings.variations.length === 0) return referenceBehaviour;
  const { deviations, variations } = await load();
  assertKnown(settings.deviation === undefined ? [] : [settings.deviation], idsOf(deviations), 'deviation');
  assertKnown(settings.variations, idsOf(variations), 'variation');
  const changes = [
    ...variations.filter(({ id }) => settings.variations.includes(id)),
    ...deviations.filter(({ id }) => id === settings.deviation),
  ];
  return changes.reduce((behaviour, change) => change.apply(behaviour), referenceBehaviour);
}

function idsOf(named: readonly { readonly id: string }[]): string[] {
  return named.map(({ id }) => id);
}
