/** A script or fault that is refused, with everything that is wrong with it. */
export class InvalidScript extends Error {
  override readonly name = 'InvalidScript';
  readonly problems: readonly string[];

  constructor(what: string, problems: readonly string[]) {
    super(`The ${what} is refused: ${problems.join('; ')}`);
    this.problems = problems;
  }
}
