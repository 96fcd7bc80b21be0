import { controlRefusal, defineCheck, expectThat, NotArranged } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';
import { shown } from '../../support/standing-table.ts';

const unknownModel = defineCheck({
  rule: 'error.message.unknown-model',
  ...every<'chat' | 'stream' | 'list' | MediaRoute>('chat', 'stream', 'list', 'image', 'transcription'),
  async decide(world, what) {
    const isMedia = what === 'image' || what === 'transcription';
    if (isMedia && !world.claims('jobs')) throw new NotArranged('the target runs no jobs');
    const account = await world.account();
    const model = world.unique('gateproof/no-such-model');
    const chat = { model, messages: hello, stream: what === 'stream' };
    const list = what === 'list' ? { models: [world.unique('gateproof/nor-this-model')] } : {};
    const exchange = await (isMedia
      ? sendSubmission(account.key, await mediaModel(account, what), { model })
      : account.key.chat({ ...chat, ...list }));
    const rule = isMedia ? (`media.model.unknown-${what}` as const) : 'chat.model.unknown';
    const { message } = controlRefusal(exchange, 'no_endpoint_available', rule);
    expectThat(world, String(message).includes(model), {
      expected: `a message that names ${model}`,
      observed: shown(message),
      exchanges: [exchange.id],
    });
  },
});

/** Words that every refusal for want of an endpoint may use, so they name no filter. */
const general = new Set([
  'provider',
  'providers',
  'model',
  'models',
  'endpoint',
  'endpoints',
  'request',
  'none',
  'any',
]);

const ofFilters = [
  'filter',
  'exclu',
  'restrict',
  'constrain',
  'prefer',
  'disallow',
  'eliminat',
  'narrow',
  'option',
  'setting',
].map((stem) => `${stem}\\w*`);

/** The filter's own field, quoted or with something inside it: a general word where it stands alone. */
function fieldInQuotes(filter: object): RegExp {
  return new RegExp(`[\`'"](${Object.keys(filter).join('|')})[\`'"]|\\b(${Object.keys(filter).join('|')})\\.\\w`, 'i');
}

/** Whether a text names a field or a value of the filter, or speaks of filters. */
function namesFilter(text: string, filter: object): boolean {
  const words = (JSON.stringify(filter).match(/[A-Za-z_]{3,}/g) ?? []).filter((word) => !general.has(word));
  const names = new RegExp(`\\b(${[...words, ...ofFilters].join('|')})\\b`, 'i');
  return names.test(text) || fieldInQuotes(filter).test(text);
}

const excludingFilter = defineCheck({
  rule: 'error.message.excluding-filter',
  ...every<'chat' | 'stream' | 'list' | MediaRoute>('chat', 'stream', 'list', 'image', 'transcription'),
  async decide(world, route) {
    const filter = fragmentOf(world, 'excluding_filter');
    if (route === 'list' && !world.has('models')) throw new NotArranged('no other model can be made');
    const account = await world.account();
    const isMedia = route === 'image' || route === 'transcription';
    const exchange = isMedia
      ? await sendSubmission(account.key, await mediaModel(account, route), filter)
      : await account.key.chat({
          model: (await account.usableModel()).id,
          messages: hello,
          ...(route === 'stream' ? { stream: true } : {}),
          ...(route === 'list' ? { models: [(await account.model()).id] } : {}),
          ...filter,
        });
    const refusalRule = isMedia ? 'media.model.excluding-filter' : 'chat.provider.excluding-filter';
    const { message } = controlRefusal(exchange, 'no_endpoint_available', refusalRule);
    expectThat(world, namesFilter(String(message), filter), {
      expected: `a message that names what excluded the endpoints: ${JSON.stringify(filter)}`,
      observed: shown(message),
      exchanges: [exchange.id],
    });
  },
});

export default [unknownModel, excludingFilter];
