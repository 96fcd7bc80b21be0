import { shellWord } from '../exchange/shell-word.ts';
import type { CutShortRecord } from '../result/result-document.ts';

/** How the target was named, to name it again. */
export interface NamedTarget {
  /** Arguments of `gateproof gateway`, without secrets. */
  readonly arguments: readonly string[];
  /** The environment variable that the key came from; undefined: the command line. */
  readonly keyVariable?: string | undefined;
}

/** What to do about a first contact that came to nothing, with a command that can be pasted. `elsewhere`: a base URL that was found instead. */
export function remedyFor(
  reason: CutShortRecord['reason'] | 'no-model',
  target: NamedTarget,
  elsewhere?: string,
): string {
  switch (reason) {
    case 'no-model':
      return `name a text model: ${command(target, '--model MODEL')}`;
    case 'key-refused':
      return target.keyVariable === undefined
        ? `give the key of a test account: ${command(target, '--key KEY')}`
        : `set ${target.keyVariable} to the key of a test account`;
    case 'no-gateway':
      return elsewhere === undefined
        ? 'is the gateway running, and is this what stands before /v1/chat/completions in its address?'
        : `it answers at ${elsewhere}: ${at(elsewhere, target)}`;
    default:
      return `send what it asks for with every request${target.arguments.includes('--model') ? '' : ', or name a model (--model)'}: ${command(target, "--header 'NAME: VALUE'")}`;
  }
}

/** The same command line with another URL, or the line that the profile needs. */
function at(url: string, { arguments: given }: NamedTarget): string {
  const profile = given[given.indexOf('--profile') + 1];
  if (given.includes('--profile')) return `write url: ${url} in ${profile}`;
  const place = given.indexOf('--url');
  return command({ arguments: place < 0 ? ['--url', url] : given.with(place + 1, url) });
}

function command({ arguments: given }: NamedTarget, more = ''): string {
  return ['npx gateproof gateway', ...given.map(shellWord), ...(more === '' ? [] : [more])].join(' ');
}
