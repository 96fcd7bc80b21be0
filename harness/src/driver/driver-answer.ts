import {
  type DriverAnswer,
  type DriverDescription,
  driverFeatures,
  driverOperations,
  driverProtocol,
} from '@gateproof/spec';
import { isObject } from '../exchange/json.ts';
import { DriverTrouble } from './driver.ts';

/** Reads one line of a driver; undefined when it is no answer of the protocol. */
export function parseDriverAnswer(line: string): DriverAnswer | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value) || typeof value.id !== 'number') return undefined;
    const isWhole = value.ok === true ? isObject(value.result) : value.ok === false && isObject(value.error);
    return isWhole ? (value as unknown as DriverAnswer) : undefined;
  } catch {
    return undefined;
  }
}

/** What a driver says of itself in its answer to `hello`. Throws `DriverTrouble` when that is not what the protocol asks for. */
export function describeDriver(answer: DriverAnswer): DriverDescription {
  if (!answer.ok) throw new DriverTrouble(`the driver refused hello: ${answer.error.message ?? 'no message'}`);
  const { protocol, name, operations } = answer.result;
  if (protocol !== driverProtocol)
    throw new DriverTrouble(`the driver speaks ${JSON.stringify(protocol)}; wanted protocol ${driverProtocol}`);
  if (typeof name !== 'string' || !Array.isArray(operations))
    throw new DriverTrouble("the driver's answer to hello lacks a name or its operations");
  const unknown = operations.filter((operation) => !driverOperations.includes(operation));
  if (unknown.length > 0)
    throw new DriverTrouble(`the driver claims operations that the protocol does not have: ${unknown.join(', ')}`);
  const { features = [] } = answer.result;
  if (!Array.isArray(features)) throw new DriverTrouble("the driver's features in its answer to hello are no list");
  const unheard = features.filter((feature) => !driverFeatures.includes(feature));
  if (unheard.length > 0)
    throw new DriverTrouble(`the driver claims features that the protocol does not have: ${unheard.join(', ')}`);
  return answer.result as unknown as DriverDescription;
}
