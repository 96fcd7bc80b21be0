import {
  controlServed,
  describeAnswer,
  type Exchange,
  type JsonObject,
  type Key,
  SetupFailed,
} from '@gateproof/harness';
import { idsIn } from './model-entries.ts';

/**
 * A model that can be read under its id, with the exchange that shows it. Otherwise `SetupFailed`, blocked by the rule that is broken: a listed model can be read (`model.get.listed`), and a model that
 * the key can use is listed (`complete`).
 */
export async function controlModelRead(
  key: Key,
  id: string,
  complete: 'model.list.complete' | 'model.list.restricted-complete' = 'model.list.complete',
): Promise<{ readonly model: JsonObject; readonly exchange: Exchange }> {
  const exchange = await key.model(id);
  try {
    return { model: controlServed(exchange, 'model.get.listed'), exchange };
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed) || thrown.prerequisite !== 'model.get.listed') throw thrown;
    const list = await key.models();
    controlServed(list);
    if (idsIn(list).includes(id)) throw thrown;
    throw new SetupFailed(`GET /v1/models does not list ${id}, whose read is answered ${describeAnswer(exchange)}`, {
      prerequisite: complete,
      exchanges: [exchange.id, list.id],
    });
  }
}
