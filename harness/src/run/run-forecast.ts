/** What a run is expected to cost and to take. */
export interface RunForecast {
  readonly requests: number;
  /** Of them, chats and submissions that reach a provider. */
  readonly generations: number;
  /** Undefined where the harness answers in the place of providers. */
  readonly tokens: number | undefined;
  /** How long the target took to answer, in ms. */
  readonly answerMs: number;
  readonly durationMs: number;
  readonly limitMs: number;
  /** The limit that would do, in ms, where the given one would not. */
  readonly neededLimitMs: number | undefined;
}
