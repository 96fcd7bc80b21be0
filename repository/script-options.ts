import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ readonly options: O }>>['values'];

/**
 * The options that a script of this repository was given. `--help` prints the comment at its head and its options, and ends it with 0; an option or word that it
 * does not have is named in one line, and ends it with 2 before anything is done.
 */
export function scriptOptions<const O extends Options>(options: O): Values<O> {
  const script = process.argv[1] ?? '';
  const command = `npm run ${process.env.npm_lifecycle_event ?? basename(script)}`;
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } as Options });
    if (values.help !== true) return values as Values<O>;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('. To specify', 1);
    process.stderr.write(`${why?.replace(/[.\s]+$/, '')}; ${command} -- --help lists what it takes\n`);
    process.exit(2);
  }
  process.stdout.write(usage(command, options, readFileSync(script, 'utf8')));
  process.exit(0);
}

/** What a script is called with, and the comment that stands first in its source. */
export function usage(command: string, options: Options, source: string): string {
  const lines = Object.entries(options).map(([name, { type, multiple, default: standard }]) => {
    const value = type === 'boolean' ? '' : ' VALUE';
    const isStated = typeof standard === 'string' && standard !== '';
    return `  --${name}${value}${multiple === true ? ' (repeatable)' : ''}${isStated ? ` (default: ${standard})` : ''}`;
  });
  const about =
    /\/\*\*([\s\S]*?)\*\//
      .exec(source)?.[1]
      ?.replace(/\s*\n?\s*\*\s+/g, '\n')
      .trim() ?? '';
  return `${[`${command} -- [options]`, about, [...lines, '  --help'].join('\n')].filter(Boolean).join('\n\n')}\n`;
}
