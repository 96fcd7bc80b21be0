import type { KeyAnswer } from '@gateproof/spec';
import type { Exchange, Header } from '../exchange/exchange.ts';
import type { CaseScope } from './case-scope.ts';
import { sendRequest } from './send-request.ts';
import type { CallOptions, Key, RequestOptions } from './world.ts';

/** A client of the target that holds one key. */
export class CaseKey implements Key {
  readonly id: string;
  readonly secret: string;
  readonly #scope: CaseScope;

  constructor(scope: CaseScope, key: KeyAnswer) {
    this.id = key.id;
    this.secret = key.secret;
    this.#scope = scope;
    scope.means.redactor.add(key.secret);
  }

  send(request: RequestOptions): Promise<Exchange> {
    const authorization: Header = ['Authorization', `Bearer ${this.secret}`];
    return sendRequest(this.#scope, { ...request, headers: [authorization, ...(request.headers ?? [])] });
  }

  chat(body: unknown, options?: CallOptions): Promise<Exchange> {
    return this.#call('POST', '/v1/chat/completions', body, options);
  }

  image(body: unknown, options?: CallOptions): Promise<Exchange> {
    return this.#call('POST', '/v1/images/generations', body, options);
  }

  transcription(body: unknown, options?: CallOptions): Promise<Exchange> {
    return this.#call('POST', '/v1/audio/transcriptions', body, options);
  }

  job(id: string, options?: CallOptions): Promise<Exchange> {
    return this.#call('GET', `/v1/jobs/${id}`, undefined, options);
  }

  cancel(id: string, options?: CallOptions): Promise<Exchange> {
    return this.#call('POST', `/v1/jobs/${id}/cancel`, undefined, options);
  }

  models(options?: CallOptions): Promise<Exchange> {
    return this.#call('GET', '/v1/models', undefined, options);
  }

  model(id: string, options?: CallOptions): Promise<Exchange> {
    return this.#call('GET', `/v1/models/${id}`, undefined, options);
  }

  #call(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<Exchange> {
    const { idempotencyKey, headers = [], ...rest } = options;
    const keyed: readonly Header[] =
      idempotencyKey === undefined ? headers : [['Idempotency-Key', idempotencyKey], ...headers];
    return this.send({ ...rest, method, path, body, headers: keyed });
  }
}
