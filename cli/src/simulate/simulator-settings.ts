import { deviations, referenceBehaviour, type SimulatorOptions, variations } from '@gateproof/simulator';
import { assertKnown } from '../known-id.ts';

/** What the command line says about a simulator; plain data, so that it can be sent to a worker. */
export interface SimulatorSettings {
  readonly seed: number;
  /** File in which everything is kept. */
  readonly data?: string;
  readonly key?: string;
  readonly prefix?: string;
  readonly testbedToken?: string;
  readonly deviation?: string;
  readonly variations: readonly string[];
}

/** The simulator's options. Throws `UsageError` for a deviation or variation that does not exist. */
export function simulatorOptions(settings: SimulatorSettings): SimulatorOptions {
  const wanted = settings.deviation === undefined ? [] : [settings.deviation];
  assertKnown(wanted, idsOf(deviations), 'deviation');
  assertKnown(settings.variations, idsOf(variations), 'variation');
  const changes = [
    ...variations.filter(({ id }) => settings.variations.includes(id)),
    ...deviations.filter(({ id }) => id === settings.deviation),
  ];
  return {
    seed: String(settings.seed),
    behaviour: changes.reduce((behaviour, change) => change.apply(behaviour), referenceBehaviour),
    ...(settings.data === undefined ? {} : { data: settings.data }),
    ...(settings.prefix === undefined ? {} : { prefix: settings.prefix }),
    ...(settings.testbedToken === undefined ? {} : { testbedToken: settings.testbedToken }),
    ...(settings.key === undefined ? {} : { defaultKey: settings.key }),
  };
}

function idsOf(named: readonly { readonly id: string }[]): string[] {
  return named.map(({ id }) => id);
}
