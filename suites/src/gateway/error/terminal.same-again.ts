import {
  type Account,
  codeOf,
  controlAnswer,
  controlRefused,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { sendSubmission } from '../../support/media-jobs.ts';
import { controlCode } from '../../support/reported-error.ts';

type Ask = () => Promise<Exchange>;

/** A request that is refused for what it is. */
interface Refused {
  /** The rule that asks for the refusal. */
  readonly rule: string;
  prepare(world: World, account: Account): Promise<Ask>;
}

/** A chat request with a defect. */
const chat = (rule: string, defect: object): Refused => ({
  rule,
  async prepare(_world, account) {
    const model = await account.usableModel();
    return () => account.key.chat({ model: model.id, messages: hello, ...defect });
  },
});

/** A submission with a defect. */
const submission = (rule: string, route: 'image' | 'transcription', defect: object): Refused => ({
  rule,
  async prepare(_world, account) {
    const model = await mediaModel(account, route);
    return () => sendSubmission(account.key, model, defect);
  },
});

const refused = {
  messages: chat('chat.body.messages.type', { messages: 7 }),
  'unknown model': chat('chat.model.unknown', { model: 'gateproof/no-such-model' }),
  'max_tokens of a stream': chat('chat.body.max-tokens.type', { max_tokens: 'many', stream: true }),
  'image job': submission('media.body.provider.type', 'image', { provider: 'none' }),
  'transcription job': submission('media.body.models.type', 'transcription', { models: 7 }),
  'model that is read': {
    rule: 'model.get.unknown',
    async prepare(world, account) {
      const id = world.unique('gateproof/no-such-model');
      return () => account.key.model(id);
    },
  },
  'job that is read': {
    rule: 'job.read.unknown',
    async prepare(world, account) {
      const id = world.unique('job_nobody');
      return () => account.key.job(id);
    },
  },
} satisfies Record<string, Refused>;

/** The code of a refusal that is terminal; what the table gives another kind may be answered otherwise when it comes again. */
function controlTerminal(exchange: Exchange, rule: string): string {
  controlRefused(exchange, rule);
  const code = controlCode(exchange);
  if ((errorTable.get(code)?.kind ?? 'terminal') !== 'terminal') throw new NotExercised(`${code} is not terminal`);
  return code;
}

export default defineCheck({
  rule: 'error.terminal.same-again',
  ...every(...(Object.keys(refused) as (keyof typeof refused)[])),
  cases: Object.keys(refused).length,
  async decide(world, what) {
    const { rule, prepare } = refused[what];
    const ask = await prepare(world, await world.account());
    const first = await ask();
    const code = controlTerminal(first, rule);
    for (const again of [await ask(), await ask()]) {
      controlAnswer(again);
      expectThat(world, codeOf(again) === code, {
        expected: `${describeAnswer(first)} again, because the request came again unchanged`,
        observed: describeAnswer(again),
        exchanges: [first.id, again.id],
      });
    }
  },
});
