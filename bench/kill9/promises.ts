/** One request under an Idempotency-Key, and what is known of it. */
export interface KeyedRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** The prompt by which the endpoint knows it. */
  readonly prompt: string;
  readonly isJob: boolean;
  /** The first answer of 2xx; undefined while none has come whole. */
  first: string | undefined;
  /** Set once a conversation whose connection was lost was refused as a repeat. */
  isLost: boolean;
}

/** What a gateway has promised so far: each accepted job, each used key. */
export class Promises {
  /** Final state by id of job; undefined while none was seen. */
  readonly jobs = new Map<string, string | undefined>();
  readonly keyed: KeyedRequest[] = [];
  readonly broken: string[] = [];

  /** Notes a promise that was not kept. */
  break(what: string): void {
    this.broken.push(what);
  }

  /** Notes the answer to a submission without a key. */
  accepted(text: string): void {
    const { id } = JSON.parse(text);
    if (typeof id === 'string') this.jobs.set(id, undefined);
  }

  /** Notes the answer to a request under a key; undefined: the connection was lost. */
  answered(request: KeyedRequest, answer: { readonly status: number; readonly text: string } | undefined): void {
    if (answer === undefined) return;
    const { status, text } = answer;
    if (status >= 200 && status < 300) {
      if (request.first !== undefined && request.first !== text) {
        this.break(`key ${request.key}: another answer than the first: ${text} instead of ${request.first}`);
      }
      if (request.isLost) this.break(`key ${request.key}: answered after it had been refused`);
      if (request.first === undefined && request.isJob) this.accepted(text);
      request.first ??= text;
    } else if (status !== 409 || request.isJob || request.first !== undefined) {
      this.break(`key ${request.key}: ${status} ${text}`);
    } else {
      // While another repeat of it runs, nothing is known yet.
      request.isLost = JSON.parse(text).error.state === 'interrupted';
    }
  }

  /** Notes what a read of a job said. */
  read(id: string, answer: { readonly status: number; readonly text: string } | undefined): void {
    if (answer === undefined) return;
    if (answer.status !== 200) {
      this.break(`job ${id}: ${answer.status} ${answer.text}`);
      return;
    }
    const { state, completed_at: completedAt } = JSON.parse(answer.text);
    const seen = completedAt === undefined ? undefined : `${state} at ${completedAt}`;
    const before = this.jobs.get(id);
    if (before !== undefined && before !== seen) this.break(`job ${id}: ${before}, then ${seen ?? state}`);
    if (state === 'failed') this.break(`job ${id} failed: ${answer.text}`);
    this.jobs.set(id, before ?? seen);
  }
}
