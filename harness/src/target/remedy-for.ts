import { shellWord } from '../exchange/shell-word.ts';
import type { CutShortRecord } from '../result/result-document.ts';

/** How the target was named, to name it again. */
export interface NamedTarget {
  /** Arguments of `gateproof gateway`, without secrets. */
  readonly arguments: readonly string[];
  /** The environment variable that the key came from; undefined: the command line. */
  readonly keyVariable?: string | undefined;
  /** The profile that is being written of it. Default: none is. */
  readonly writes?: string | undefined;
}

/** What to do about a first contact that came to nothing: a command to paste, or the line that the profile needs. `elsewhere`: a base URL that was found instead. */
export function remedyFor(
  reason: CutShortRecord['reason'] | 'no-model',
  target: NamedTarget,
  elsewhere?: string,
): string {
  switch (reason) {
    case 'no-model':
      return `name a text model: ${lineOrCommand(target, 'model: MODEL', '--model MODEL')}`;
    case 'key-refused':
      return target.keyVariable === undefined
        ? `give the key of a test account: ${lineOrCommand(target, 'key: { env: GATEPROOF_KEY }', '--key KEY')}`
        : `set ${target.keyVariable} to the key of a test account`;
    case 'no-gateway':
      return elsewhere === undefined
        ? 'is the gateway running, and is this what stands before /v1/chat/completions in its address?'
        : `it answers at ${elsewhere}: ${at(elsewhere, target)}`;
    default:
      return `send what it asks for with every request${isNamed(target) ? '' : ', or name a model (--model)'}: ${lineOrCommand(target, 'headers: { NAME: { env: VARIABLE } }', "--header 'NAME: VALUE'")}`;
  }
}

/** The same command line with another URL, or the line that the profile needs. */
function at(url: string, target: NamedTarget): string {
  const { arguments: given, writes } = target;
  if (given.includes('--profile')) return lineOrCommand(target, `url: ${url}`, '');
  const place = given.indexOf('--url');
  return command({ writes, arguments: place < 0 ? ['--url', url] : given.with(place + 1, url) });
}

/** A profile is written once; without one, options are given with every command. */
function lineOrCommand(target: NamedTarget, line: string, options: string): string {
  const profile = profileOf(target);
  return profile === undefined ? command(target, options) : `write ${line} in ${profile}`;
}

function profileOf({ arguments: given, writes }: NamedTarget): string | undefined {
  const place = given.indexOf('--profile');
  return place < 0 ? writes : given[place + 1];
}

function isNamed({ arguments: given }: NamedTarget): boolean {
  return given.includes('--model');
}

function command({ arguments: given, writes }: NamedTarget, more = ''): string {
  return [
    `npx gateproof ${writes === undefined ? 'gateway' : 'init'}`,
    ...given.map(shellWord),
    ...(more === '' ? [] : [more]),
  ].join(' ');
}
