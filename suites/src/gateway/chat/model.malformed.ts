import { controlServed, defineCheck, expectAnyRefusal } from '@gateproof/harness';
import { assertUnlisted } from '../../support/assert-unlisted.ts';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

/** Ids of no form, too long ones, and ones that a store or a URL can't hold; made from the id of a model that serves. */
const malformed: Readonly<Record<string, (id: string) => string>> = {
  'one word': () => 'gpt4',
  nothing: () => '',
  'a slash': () => '/',
  'no slug': () => 'a/',
  'no author': () => '/b',
  'many parts': () => 'a/b/c/d',
  'a blank': () => ' ',
  'a path': () => '../x',
  'blanks within': () => 'a b/c',
  'the slug of a model': (id) => id.split('/').slice(1).at(-1) ?? '',
  '500 characters': (id) => `${id.split('/')[0]}/${'x'.repeat(500)}`,
  'a null character': (id) => `${id}\0`,
  'beyond ASCII': () => 'gateproof/größe-😀',
  'a percent sign': () => 'gateproof/100%zz',
};

export default defineCheck({
  rule: 'chat.model.malformed',
  ...every(...Object.keys(malformed)),
  async decide(world, which) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const id = malformed[which]?.(model.id);
    const exchange = await account.key.chat({ model: id, messages: hello });
    await assertUnlisted(account.key, id, exchange);
    expectAnyRefusal(world, exchange, ['no_endpoint_available', 'invalid_request']);
  },
});
