import { existsSync } from 'node:fs';
import { type ProbedGateway, probeGateway } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { assertWritable, writeReport } from '../output-file.ts';
import { readProfile } from '../profile/read-profile.ts';
import { baseUrlOf } from '../profile/target-part.ts';
import { UsageError } from '../usage-error.ts';
import { profileText } from './profile-text.ts';
import { type Questions, terminalQuestions } from './questions.ts';

/** The options of `gateproof init`, as parsed. */
export interface InitFlags {
  readonly url?: string;
  readonly keyEnv?: string;
  readonly prefix?: string;
  readonly command?: string;
  readonly testbedUrl?: string;
  readonly testbedTokenEnv?: string;
  readonly output: string;
  readonly force?: boolean;
}

const standardKeyEnv = 'GATEPROOF_KEY';

/** Writes a commented profile of a gateway that was asked for and looked at. Returns the exit code 0. */
export async function runInit(flags: InitFlags, context: CliContext, questions?: Questions): Promise<number> {
  const { output, force } = flags;
  assertWritable(output, '--output');
  if (existsSync(output) && force !== true) {
    throw new UsageError(`--output: ${output} is there already; add --force to write over it, or name another file`);
  }
  const known = await ask(flags, context, questions);
  const { env } = context;
  const key = env[known.keyEnv];
  const token = known.testbedTokenEnv === undefined ? undefined : env[known.testbedTokenEnv];
  // What a command starts does not answer yet.
  const probed =
    known.command === undefined
      ? await probeGateway(known.url, {
          ...(key === undefined ? {} : { key }),
          ...(token === undefined ? {} : { testbedToken: token }),
        })
      : undefined;
  writeReport(output, '--output', profileText({ ...known, probed }));
  readProfile(output);
  context.stdout.write(
    `${[...foundLines(known.keyEnv, key, probed), `${output} is written. Next:`, `  gateproof doctor --profile ${output}`].join('\n')}\n`,
  );
  return 0;
}

async function ask(flags: InitFlags, context: CliContext, given: Questions | undefined) {
  const { url, keyEnv, ...rest } = flags;
  if (url !== undefined) return { ...rest, url: baseUrlOf(url), keyEnv: keyEnv ?? standardKeyEnv };
  if (given === undefined && !context.stdout.isTerminal) {
    throw new UsageError('init needs --url where nobody can be asked; see gateproof init --help');
  }
  const questions = given ?? (await terminalQuestions(context.interrupted));
  const answer = (message: string, standard: string) =>
    questions.text(message, standard).catch(() => {
      throw new UsageError('init was ended before its questions were answered; nothing was written');
    });
  const asked = await answer('Base URL of the gateway (without /v1)', 'http://127.0.0.1:8080');
  const name = keyEnv ?? (await answer('Environment variable with the API key', standardKeyEnv));
  const start = flags.command ?? (await answer('Command that starts it (empty: it runs already)', ''));
  return { ...rest, url: baseUrlOf(asked), keyEnv: name, ...(start === '' ? {} : { command: start }) };
}

function foundLines(keyEnv: string, key: string | undefined, probed: ProbedGateway | undefined): string[] {
  if (probed === undefined) return ['The gateway was not looked at: a command starts it.'];
  const { models, listStatus, prefix, testbedUrl } = probed;
  const about =
    key === undefined
      ? `${keyEnv} is not set, so no model was listed`
      : `GET /v1/models answers ${listStatus ?? 'nothing'} with ${keyEnv}, and lists ${models.length} models`;
  return [
    about,
    prefix === undefined ? 'no header names a service prefix' : `its headers use the prefix ${prefix}`,
    testbedUrl === undefined ? 'no testbed was found beside it' : `a testbed answers at ${testbedUrl}`,
  ];
}
