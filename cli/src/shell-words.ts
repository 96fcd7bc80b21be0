/** Words as one line that a POSIX shell splits into the same words again. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** One word of a shell command. */
export function shellWord(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
