import { exitMeanings } from '@gateproof/reports';

/** The table of exit codes that stands at the end of help texts. */
export function exitCodeHelp(): string {
  const rows = Object.entries(exitMeanings).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return `\nExit codes:\n${rows.join('\n')}`;
}
