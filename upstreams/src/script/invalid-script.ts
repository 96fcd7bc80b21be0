/** Problems that the message names. */
const most = 20;

/** A script or fault that is refused, with everything that is wrong with it. */
export class InvalidScript extends Error {
  override readonly name = 'InvalidScript';
  readonly problems: readonly string[];

  constructor(what: string, problems: readonly string[]) {
    const more = problems.length > most ? [`and ${problems.length - most} more`] : [];
    super(`The ${what} is refused: ${[...problems.slice(0, most), ...more].join('; ')}`);
    this.problems = problems;
  }
}
