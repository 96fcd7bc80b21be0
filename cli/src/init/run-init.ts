import { existsSync } from 'node:fs';
import { type ProbedGateway, probeGateway, type SmokeReport, UnreachableError } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { type GivenHeader, readHeaders } from '../given-header.ts';
import { assertWritable, writeReport } from '../output-file.ts';
import { readProfile } from '../profile/read-profile.ts';
import { baseUrlOf } from '../profile/target-part.ts';
import { UsageError } from '../usage-error.ts';
import { profileText } from './profile-text.ts';
import { type Questions, terminalQuestions } from './questions.ts';

/** The options of `gateproof init`, as parsed. */
export interface InitFlags {
  readonly url?: string;
  /** For this look alone: a profile names the variable that holds a key, and never the key. */
  readonly key?: string;
  readonly keyEnv?: string;
  readonly prefix?: string;
  readonly model?: string;
  readonly header?: readonly GivenHeader[];
  readonly command?: string;
  readonly testbedUrl?: string;
  readonly testbedTokenEnv?: string;
  readonly output: string;
  readonly force?: boolean;
}

const standardKeyEnv = 'GATEPROOF_KEY';

/**
 * Writes a commented profile of a gateway that was asked for and looked at. Returns the exit code 0. Throws `UsageError` for a key that the gateway refuses
 * and `UnreachableError` where no gateway is; nothing is written then.
 */
export async function runInit(flags: InitFlags, context: CliContext, given?: Questions): Promise<number> {
  const { output, force } = flags;
  assertWritable(output, '--output');
  if (existsSync(output) && force !== true) {
    throw new UsageError(`--output: ${output} is there already; add --force to write over it, or name another file`);
  }
  const questions = flags.url === undefined ? (given ?? (await ownQuestions(context))) : undefined;
  const known = await ask(flags, questions);
  // What a command starts does not answer yet.
  const probed = known.command === undefined ? await look(known, context.env) : undefined;
  const model = known.model ?? probed?.smoke?.model ?? (await askModel(probed, questions));
  writeReport(output, '--output', profileText({ ...known, model, probed }));
  readProfile(output);
  const found = [
    ...foundLines(known.keyEnv, probed, model),
    ...keyLines(known, context.env),
    ...headerLines(known.header),
  ];
  context.stdout.write(
    `${[...found, `${output} is written. Next:`, `  npx gateproof doctor --profile ${output}`].join('\n')}\n`,
  );
  return 0;
}

type Known = Awaited<ReturnType<typeof ask>>;

async function look(known: Known, env: CliContext['env']): Promise<ProbedGateway> {
  const { url, keyEnv, testbedTokenEnv, model, header = [] } = known;
  const key = known.key ?? env[keyEnv];
  const token = testbedTokenEnv === undefined ? undefined : env[testbedTokenEnv];
  const probed = await probeGateway({
    baseUrl: url,
    ...(key === undefined ? {} : { key: { value: key, variable: keyEnv } }),
    ...readHeaders(header, env),
    ...(token === undefined ? {} : { testbedToken: token }),
    ...(model === undefined ? {} : { model }),
    profile: known.output,
  });
  const stop = probed.smoke?.stop;
  if (stop?.reason === 'no-gateway') throw new UnreachableError(stop.sentence);
  if (stop?.reason === 'key-refused') throw new UsageError(`${stop.sentence}. Nothing was written.`);
  return probed;
}

/** Asks for a model where the list names none that serves. */
async function askModel(
  probed: ProbedGateway | undefined,
  questions: Questions | undefined,
): Promise<string | undefined> {
  if (probed?.smoke === undefined || questions === undefined) return undefined;
  const model = await answered(questions, 'A cheap text model that chats may name (empty: none yet)', '');
  return model === '' ? undefined : model;
}

function ownQuestions(context: CliContext): Promise<Questions> {
  if (context.stdout.isTerminal) return terminalQuestions(context.interrupted);
  throw new UsageError('init needs --url where nobody can be asked; see npx gateproof init --help');
}

function answered(questions: Questions, message: string, standard: string): Promise<string> {
  return questions.text(message, standard).catch(() => {
    throw new UsageError('init was ended before its questions were answered; nothing was written');
  });
}

async function ask(flags: InitFlags, questions: Questions | undefined) {
  const { url, keyEnv, ...rest } = flags;
  if (url !== undefined || questions === undefined)
    return { ...rest, url: baseUrlOf(url ?? ''), keyEnv: keyEnv ?? standardKeyEnv };
  const asked = await answered(questions, 'Base URL of the gateway (without /v1)', 'http://127.0.0.1:8080');
  const name = keyEnv ?? (await answered(questions, 'Environment variable with the API key', standardKeyEnv));
  const start = flags.command ?? (await answered(questions, 'Command that starts it (empty: it runs already)', ''));
  return { ...rest, url: baseUrlOf(asked), keyEnv: name, ...(start === '' ? {} : { command: start }) };
}

function foundLines(keyEnv: string, probed: ProbedGateway | undefined, model: string | undefined): string[] {
  if (probed === undefined) return ['The gateway was not looked at: a command starts it.'];
  const { smoke, prefix, testbedUrl } = probed;
  return [
    ...(smoke === undefined ? [`${keyEnv} is not set, so no model was looked for`] : smokeLines(smoke, model)),
    prefix === undefined ? 'no header names a service prefix' : `its headers use the prefix ${prefix}`,
    testbedUrl === undefined ? 'no testbed was found beside it' : `a testbed answers at ${testbedUrl}`,
  ];
}

/** A key that was given for the look alone is needed again. */
function keyLines({ key, keyEnv }: Known, env: CliContext['env']): string[] {
  return key === undefined || env[keyEnv] === key ? [] : [`set ${keyEnv} to the key before a run`];
}

/** The profile names variables, because it holds no secrets. */
function headerLines(header: readonly GivenHeader[] = []): string[] {
  return header.flatMap(({ name, value, variable }) =>
    value === undefined ? [] : [`set ${variable} to the value of the header ${name} before a run`],
  );
}

function smokeLines({ stop, notes }: SmokeReport, model: string | undefined): readonly string[] {
  if (stop !== undefined) return [stop.sentence];
  return model === undefined ? notes : [`the key is accepted, and chats name the model ${model}`];
}
