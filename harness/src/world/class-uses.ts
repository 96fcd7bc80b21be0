/** Whether the cases of a run could make use of a conformance class, and why not where none could. */
export class ClassUses {
  readonly #used = new Set<string>();
  readonly #refused = new Map<string, string>();

  /** A case made use of the class. */
  use(conformanceClass: string): void {
    this.#used.add(conformanceClass);
  }

  /** A case was to make use of it, and can not on this target. */
  refuse(conformanceClass: string, why: string): void {
    if (!this.#refused.has(conformanceClass)) this.#refused.set(conformanceClass, why);
  }

  /** Why no case could make use of the class so far; undefined where one could, or none was to. */
  whyNever(conformanceClass: string): string | undefined {
    return this.#used.has(conformanceClass) ? undefined : this.#refused.get(conformanceClass);
  }
}
