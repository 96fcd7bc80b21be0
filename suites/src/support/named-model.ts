import { caution, type Exchange, expectThat, type Key, OpenForm, show, type World } from '@gateproof/harness';
import { idsIn } from './model-entries.ts';

/** A model that a reply names, and the models that it may name. */
interface Naming {
  readonly exchange: Exchange;
  /** Undefined where the reply names none. */
  readonly named: string | undefined;
  readonly allowed: readonly string[];
  /** Ids of the target's models besides those that its list has. */
  readonly others?: readonly string[];
}

/**
 * States that a reply names no model of the target but those that it may (freedom F123). The id of another model that the key lists breaks the
 * rule; any other name, such as a version or what the endpoint calls itself, is only warned about. Reads the list where a name is not allowed.
 * `OpenForm` where the reply names none: it need not.
 */
export async function expectNamed(
  world: World,
  key: Key,
  { exchange, named, allowed, others = [] }: Naming,
): Promise<void> {
  if (named === undefined) throw new OpenForm('the reply names no model, and need not');
  if (allowed.includes(named)) return world.stated();
  const list = await key.models();
  const isOther = others.includes(named) || idsIn(list).includes(named);
  const expected = `a reply that names ${allowed.join(' or ')}, or no model`;
  if (!isOther) caution(world, { expected, observed: show(named), exchanges: [exchange.id] });
  expectThat(world, false, {
    expected,
    observed: `${show(named)}, which is another model of the target`,
    exchanges: [exchange.id, list.id],
  });
}
