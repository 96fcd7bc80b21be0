/** What a form of the report may depend on besides the document. */
export interface RenderOptions {
  /** Warnings stand as failures, as they turn a run with `--strict` red. Default false. */
  readonly strict?: boolean;
  /** Address of a documentation site, to whose page of a rule its failures lead. Default: none; they name the command that prints the same. */
  readonly docsSite?: string;
}
