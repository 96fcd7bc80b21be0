import type { KeyAnswer } from '@gateproof/spec';
import type { Exchange, Header } from '../exchange/exchange.ts';
import { assertClaimed } from './assert-claimed.ts';
import { boundedBody } from './bounded-body.ts';
import type { CaseScope } from './case-scope.ts';
import { jobPath } from './job-path.ts';
import { modelPath } from './model-path.ts';
import type { NewJobs } from './new-jobs.ts';
import { sendRequest } from './send-request.ts';
import type { CallOptions, Key, RequestOptions } from './world.ts';

/** A client of the target that holds one key. */
export class CaseKey implements Key {
  readonly id: string;
  readonly secret: string;
  readonly #scope: CaseScope;
  readonly #newJobs: NewJobs;

  /** `newJobs` is shared by the keys of an account. */
  constructor(scope: CaseScope, key: KeyAnswer, newJobs: NewJobs) {
    this.id = key.id;
    this.secret = key.secret;
    this.#scope = scope;
    this.#newJobs = newJobs;
    scope.means.redactor.add(key.secret);
  }

  send(request: RequestOptions): Promise<Exchange> {
    const authorization: Header = ['Authorization', `Bearer ${this.secret}`];
    return sendRequest(this.#scope, { ...request, headers: [authorization, ...(request.headers ?? [])] });
  }

  chat(body: unknown, options?: CallOptions): Promise<Exchange> {
    const { textModels } = this.#scope.means;
    const sent = boundedBody(body, (model) => textModels.isBounded(model));
    return this.#call('POST', '/v1/chat/completions', sent, options);
  }

  image(body: unknown, options?: CallOptions): Promise<Exchange> {
    return this.#call('POST', '/v1/images/generations', body, options).then((exchange) => this.#newJobs.note(exchange));
  }

  transcription(body: unknown, options?: CallOptions): Promise<Exchange> {
    return this.#call('POST', '/v1/audio/transcriptions', body, options).then((exchange) =>
      this.#newJobs.note(exchange),
    );
  }

  job(id: string, options?: CallOptions): Promise<Exchange> {
    const address = options?.address ?? this.#scope.nextAddress();
    return this.#newJobs.read(id, () => this.#call('GET', jobPath(id), undefined, { ...options, address }));
  }

  cancel(id: string, options?: CallOptions): Promise<Exchange> {
    return this.#call('POST', `${jobPath(id)}/cancel`, undefined, options);
  }

  models(options?: CallOptions): Promise<Exchange> {
    return this.#call('GET', '/v1/models', undefined, options);
  }

  model(id: string, options?: CallOptions): Promise<Exchange> {
    return this.#call('GET', modelPath(id), undefined, options);
  }

  /** Throws at once where the request makes use of a class that the target does not claim: a case may await the answer much later. */
  #call(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<Exchange> {
    const { idempotencyKey, headers = [], ...rest } = options;
    assertClaimed({ path, body, idempotencyKey }, this.#scope);
    const keyed: readonly Header[] =
      idempotencyKey === undefined ? headers : [['Idempotency-Key', idempotencyKey], ...headers];
    return this.send({ ...rest, method, path, body, headers: keyed });
  }
}
