import { InvalidArgumentError } from 'commander';

/** A parser for an option that takes an http or https URL. */
export function webUrl(text: string): string {
  const { protocol, username, password } = URL.canParse(text) ? new URL(text) : { protocol: '' };
  if ((protocol === 'http:' || protocol === 'https:') && `${username}${password}` === '') return text;
  throw new InvalidArgumentError(
    'It takes an http or https URL without credentials, for example http://localhost:3000/hook.',
  );
}
