import { InvalidArgumentError } from 'commander';
import { UsageError } from './usage-error.ts';

/** A parser for an option that takes an http or https URL. */
export function webUrl(text: string): string {
  if (webUrlProblem(text) === undefined) return text;
  throw new InvalidArgumentError(
    'It takes an http or https URL without credentials, for example http://localhost:3000/hook.',
  );
}

/** Throws `UsageError` for what `webUrlProblem` names. `name`: what gave the URL, such as `--url`. */
export function assertWebUrl(text: string, name: string, example: string): void {
  const problem = webUrlProblem(text);
  if (problem !== undefined) throw new UsageError(`${name} ${problem}; give for example ${example}`);
}

/** As `assertWebUrl`, for a URL that paths are put behind: a query or a fragment would come before them. */
export function assertBaseUrl(text: string, name: string, example: string): void {
  assertWebUrl(text, name, example);
  if (/[?#]/.test(text)) {
    throw new UsageError(`${name} has a query or a fragment; give the base URL alone, for example ${example}`);
  }
}

/**
 * What is wrong with an http or https URL, in words; undefined: nothing. Credentials in it are not repeated: they would be sent to nobody, and would
 * stand in every report.
 */
function webUrlProblem(text: string): string | undefined {
  const url = /^https?:\/\/[^/]/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return text.includes('@') ? 'is no http or https URL' : `${text} is no http or https URL`;
  if (`${url.username}${url.password}` === '') return undefined;
  return 'carries a user name or a password, which would be sent to nobody and stand in every report';
}
