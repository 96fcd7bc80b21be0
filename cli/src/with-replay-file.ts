import type { ResultDocument } from '@gateproof/harness';
import { shellWord } from './shell-words.ts';

/** How the runner, which knows no files, spells the result document in replay commands. */
const placeholder = 'RESULT.json';

/**
 * The document with replay commands that can be pasted as they are: with the name of its own file, when it is written to one, and with its target, which
 * `gateproof replay` does not take from a file.
 */
export function withReplayFile(document: ResultDocument, file: string | undefined): ResultDocument {
  const target = namingArguments(document.target);
  const name = file === undefined || file === '-' ? placeholder : shellWord(file);
  const completed = (command: string) => [command.replace(placeholder, () => name), ...target.map(shellWord)].join(' ');
  return withReplays(document, completed);
}

/** The document with replay commands that name no file: `gateproof replay` takes the result of the last run of the folder then. */
export function ofLastRun(document: ResultDocument): ResultDocument {
  return withReplays(document, (command) => command.replace(` ${placeholder} `, ' '));
}

function withReplays(document: ResultDocument, changed: (command: string) => string): ResultDocument {
  const rules = document.rules.map((record) =>
    record.failure?.replay === undefined
      ? record
      : { ...record, failure: { ...record.failure, replay: changed(record.failure.replay) } },
  );
  return { ...document, rules };
}

/** What of the target `gateproof replay` wants on its command line; the rest it takes from the file. */
function namingArguments({ kind, arguments: recorded }: ResultDocument['target']): readonly string[] {
  switch (kind) {
    case 'simulator':
      return [];
    case 'client':
      return recorded.slice(recorded.indexOf('--'));
    case 'receiver':
      return recorded.slice(recorded.indexOf('--url'), recorded.indexOf('--url') + 2);
    default:
      return recorded;
  }
}
