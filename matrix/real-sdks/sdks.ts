import { readFileSync } from 'node:fs';

/** A column of the table. */
export interface Sdk {
  /** Its packages and their versions, or what stands for them. */
  readonly name: string;
  /** How `--only` names it; its driver is called after it. */
  readonly short: string;
  /** Its driver brings packages that the workspace does not have. */
  readonly isHeavy: boolean;
  /** What a reader of its column must know. */
  readonly notes?: string;
}

const versionsOf = (file: string): Readonly<Record<string, string>> => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...dependencies, ...devDependencies };
};
const light = versionsOf('package.json');
const heavy = versionsOf('examples/drivers/heavy/package.json');
const nameOf = (versions: Readonly<Record<string, string>>, packages: readonly string[]): string =>
  packages.map((name) => `\`${name}\` ${versions[name]}`).join(' + ');
const lightSdk = (short: string, packages: readonly string[], notes?: string): Sdk => ({
  name: nameOf(light, packages),
  short,
  isHeavy: false,
  ...(notes === undefined ? {} : { notes }),
});
const heavySdk = (short: string, packages: readonly string[], notes: string): Sdk => ({
  name: nameOf(heavy, packages),
  short,
  isHeavy: true,
  notes,
});

/** The SDKs of the table; reads the workspace's manifests, so it is called at its root. */
export const sdks: readonly Sdk[] = [
  { name: 'plain fetch', short: 'fetch', isHeavy: false },
  lightSdk('openai', ['openai']),
  lightSdk('ai-sdk', ['ai', '@ai-sdk/openai-compatible']),
  lightSdk('langchain', ['@langchain/openai']),
  lightSdk(
    'groq',
    ['groq-sdk'],
    'It sends to `/openai/v1` below any base URL, so its driver gives it a `fetch` that takes that away. It keeps the whole body of an error in `error.error`, so the code is at `error.error.error.code`.',
  ),
  lightSdk(
    'openai-fetch',
    ['openai-fetch'],
    'Its stream closes at `[DONE]` alone: where the answer ends without it, `reader.read()` never settles, and no limit of the package ends the wait.',
  ),
  lightSdk(
    'openrouter',
    ['@openrouter/sdk'],
    [
      'It validates all that it receives against what its own service sends, and throws `ResponseValidationError: Response validation failed` where something is otherwise.',
      'In an error `code` must be a number, so every envelope of the contract fails, whatever its status: a bare server that answers 400 with',
      '`{"error": {"code": "invalid_request", …}}` makes it throw that, and with `"code": 400` it throws `BadRequestResponseError` with the message.',
      'The status is in `statusCode` of what is thrown, and the envelope, as text, in `body`; an error in a stream throws a `ZodError`, which has neither.',
      'In a completion `id`, `created` and `system_fingerprint` must be there. The contract has no `system_fingerprint`, and without it no completion is read. A 5xx is sent again for an hour unless the caller sets `retryConfig`, a 4xx never, whatever `kind` says.',
      'One model is read at `/v1/model/…`, which is no route of the contract.',
    ].join(' '),
  ),
  heavySdk(
    'llamaindex',
    ['@llamaindex/openai'],
    'It sends through `openai` 5 with ten retries of its own instead of two. The registry marks it as deprecated.',
  ),
  heavySdk(
    'token-js',
    ['token.js'],
    'It sends through `openai` 4 by the provider `openai-compatible`, and has no way to send a header of the caller.',
  ),
];
