import type { Finished } from './command.ts';

/** What was proved, a line for each on standard output, with the end of what was seen where a proof does not hold. */
export class Proofs {
  failed = 0;

  prove(what: string, holds: boolean, shown: string): void {
    process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${what}\n`);
    if (holds) return;
    this.failed += 1;
    process.stdout.write(`${shown.slice(-4_000)}\n`);
  }

  /** A command ended with the exit code and printed what was wanted. */
  ended(
    what: string,
    { code, output }: Finished,
    wanted: { readonly code?: number; readonly prints?: string } = {},
  ): void {
    const holds = code === (wanted.code ?? 0) && output.includes(wanted.prints ?? '');
    this.prove(what, holds, `exit code ${code}\n${output}`);
  }
}
