import type { ResultDocument } from '@gateproof/harness';

/** How the runner, which knows no files, spells the result document in replay commands. */
const placeholder = 'RESULT.json';

/** The document with the name of its own file in every replay command, when it is written to one. */
export function withReplayFile(document: ResultDocument, file: string | undefined): ResultDocument {
  if (file === undefined || file === '-') return document;
  const rules = document.rules.map((record) =>
    record.failure === undefined
      ? record
      : {
          ...record,
          failure: { ...record.failure, replay: record.failure.replay.replace(placeholder, () => shellWord(file)) },
        },
  );
  return { ...document, rules };
}

/** A file name as one word of a shell command. */
export function shellWord(file: string): string {
  return /^[\w./@%+=:,-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
