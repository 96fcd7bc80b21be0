/** As much of a check as says which examples a quick run takes. */
interface WithExamples {
  readonly rule: string;
  readonly examples?: readonly unknown[];
}

/** The checks, each with all its examples in a quick run, but for those of the rules `dear`. Throws for one of these that no check decides. */
export function everyExample<Of extends WithExamples>(checks: readonly Of[], dear: ReadonlySet<string>): readonly Of[] {
  const unknown = [...dear].filter((rule) => !checks.some((check) => check.rule === rule));
  if (unknown.length > 0) throw new Error(`no check decides ${unknown.join(', ')}`);
  return checks.map((check) => (dear.has(check.rule) ? check : { ...check, revealing: check.examples?.length ?? 0 }));
}
