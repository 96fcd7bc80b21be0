import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificates } from '@gateproof/harness';
import { isObject, type JsonObject } from '@gateproof/spec';
import { clock } from '../clock.ts';
import type { TestbedExchange } from '../proxied/seen-keys.ts';
import { changeMessage, textsOf } from './change-message.ts';
import type { Memory } from './memory.ts';
import { isAfterFallback, moments, type Sight } from './moments.ts';
import type { Mutant } from './mutants.ts';

interface Endpoint {
  readonly account: string;
  readonly url: URL;
  readonly connectTo: string;
  readonly ca: string | undefined;
  readonly isSecond: boolean;
  id: string;
  /** The newest first. */
  secrets: string[];
}

interface Delivery {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly raw: Buffer;
}

/** Stands between a gateway and the receivers that its testbed was given, signs again what it changes, and plays a mutant on deliveries. */
export class DeliveryRelay {
  readonly #mutant: Mutant;
  readonly #memory: Memory;
  readonly #server: Server;
  readonly #ca: string;
  readonly #endpoints = new Map<string, Endpoint>();
  #played = 0;

  private constructor(mutant: Mutant, memory: Memory, server: Server, ca: string) {
    this.#mutant = mutant;
    this.#memory = memory;
    this.#server = server;
    this.#ca = ca;
    server.on('request', (message, response) => {
      void this.#take(message, response).catch(() => message.socket.destroy());
    });
  }

  static async open(mutant: Mutant, memory: Memory): Promise<DeliveryRelay> {
    const names = ['hooks.example.test', '*.hooks.example.test'];
    const { ca, certificate, key } = await makeCertificates(names, ['127.0.0.1'], clock.wallMs(), 'relay');
    const server = createServer({ cert: certificate, key });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new DeliveryRelay(mutant, memory, server, ca);
  }

  /** How many deliveries it has changed. */
  get played(): number {
    return this.#played;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Has the gateway deliver to the relay; undefined: the operation is no registration. */
  operation({ method, path, sent }: Pick<TestbedExchange, 'method' | 'path' | 'sent'>): unknown {
    const isRegistration = method === 'POST' && path.endsWith('/webhooks') && isObject(sent);
    if (!isRegistration || typeof sent.connect_to !== 'string' || typeof sent.ca !== 'string') return undefined;
    return { ...sent, connect_to: `127.0.0.1:${(this.#server.address() as AddressInfo).port}`, ca: this.#ca };
  }

  learn({ method, path, sent, answered }: TestbedExchange): void {
    const [, account = '', collection, id, action] = path.split('/').slice(1);
    if (collection !== 'webhooks' || method !== 'POST') return;
    const said = isObject(answered) ? answered : {};
    if (id === undefined && isObject(sent) && typeof said.secret === 'string') this.#add(account, sent, said);
    const endpoint = [...this.#endpoints.values()].find((one) => one.id === id && one.account === account);
    if (endpoint === undefined) return;
    if (action === 'rotate') endpoint.secrets = [String(said.secret), ...endpoint.secrets.slice(0, 1)];
    if (action === 'retire') endpoint.secrets = endpoint.secrets.slice(0, 1);
  }

  #add(account: string, { url, connect_to: connectTo, ca }: JsonObject, { id, secret }: JsonObject): void {
    const place = new URL(String(url));
    const isSecond = [...this.#endpoints.values()].some((one) => one.account === account);
    const made = { account, url: place, connectTo: String(connectTo), ca: typeof ca === 'string' ? ca : undefined };
    this.#endpoints.set(keyOf(place.hostname, place.pathname + place.search), {
      ...made,
      isSecond,
      id: String(id),
      secrets: [String(secret)],
    });
  }

  async #take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const piece of message) pieces.push(piece as Uint8Array);
    const { host = '' } = message.headers;
    const path = message.url ?? '/';
    const endpoint = this.#endpoints.get(keyOf(host.replace(/:\d+$/, ''), path));
    if (endpoint === undefined) throw new Error(`nobody registered ${host}${path}`);
    const headers = Object.fromEntries(
      message.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [])),
    );
    const delivery = { endpoint, path, headers, raw: Buffer.concat(pieces) };
    const sight = this.#see(delivery);
    const changed = this.#change(delivery, sight);
    const { command } = this.#mutant;
    const isMeant =
      this.#mutant.place.route === 'delivery' && command !== undefined && moments[this.#mutant.moment](sight);
    if (isMeant) this.#played += 1;
    if (isMeant && command === 'swallowed') return void response.writeHead(204).end();
    const status = await this.#forward(changed, response);
    if (isMeant && command === 'twice') await this.#forward(changed, response).catch(() => 0);
    const isDone = status >= 200 && status < 300;
    const given = !isMeant
      ? status
      : command === 'done-and-refused' && isDone
        ? 500
        : command === 'refused-and-done'
          ? 204
          : status;
    response.writeHead(given).end();
  }

  #see({ endpoint, raw }: Delivery): Sight {
    const event = objectOf(raw);
    const job = isObject(event.data) ? event.data : {};
    this.#memory.see(job);
    return {
      nth: this.#memory.count(`delivery ${endpoint.id} ${String(event.id)}`),
      count: this.#memory.count('delivery'),
      ...{ isReplay: false, isStream: false, isFirstEvent: false, isLastEvent: false },
      isAfterCancel: job.state === 'canceled',
      isOfSecond: endpoint.isSecond,
      isAfterRotation: endpoint.secrets.length > 1,
      isAfterFallback: isAfterFallback(job, undefined),
      state: typeof job.state === 'string' ? job.state : undefined,
    };
  }

  #change(delivery: Delivery, sight: Sight): Delivery {
    const { place, field, change, moment } = this.#mutant;
    const { account } = delivery.endpoint;
    const event = objectOf(delivery.raw);
    const name = Object.keys(delivery.headers).find((one) => one.toLowerCase() === 'svc-signature') ?? 'SVC-Signature';
    const [t = '', ...v1] = (delivery.headers[name] ?? '').split(',').map((part) => part.replace(/^\s*\w+=/, ''));
    const lower = Object.fromEntries(
      Object.entries(delivery.headers).map(([one, value]) => [one.toLowerCase(), value]),
    );
    const message = place.id === 'delivery.body' ? event : place.id === 'delivery.signature' ? { t, v1 } : lower;
    const others = this.#memory.exchange('delivery', account, message);
    if (place.route !== 'delivery' || field === undefined || change === undefined || !moments[moment](sight))
      return delivery;
    const changed = changeMessage(message, field, change, others) as JsonObject;
    if (JSON.stringify(changed) === JSON.stringify(message)) return delivery;
    this.#played += 1;
    if (place.id === 'delivery.headers') return { ...delivery, headers: textsOf(changed) };
    const raw = place.id === 'delivery.body' ? Buffer.from(JSON.stringify(changed)) : delivery.raw;
    const signedAt = place.id === 'delivery.signature' ? String(changed.t ?? '') : t;
    const fresh = delivery.endpoint.secrets
      .slice(0, v1.length)
      .map((secret) => createHmac('sha256', secret).update(`${signedAt}.`).update(raw).digest('hex'));
    const said = field.path[0] === 'v1' ? changed.v1 : fresh;
    const marks = (Array.isArray(said) ? said : [said]).map((one) => `v1=${String(one ?? '')}`);
    const parts = [...('t' in changed || place.id === 'delivery.body' ? [`t=${signedAt}`] : []), ...marks];
    return { ...delivery, raw, headers: { ...delivery.headers, [name]: parts.join(',') } };
  }

  #forward({ endpoint, path, headers, raw }: Delivery, response: ServerResponse): Promise<number> {
    const [host = '', port = ''] = endpoint.connectTo.replace(/[[\]]/g, '').split(/:(?=\d+$)/);
    const given = Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-length$/i.test(name)));
    const servername = endpoint.url.hostname;
    const call = request({
      ...{ host, port, servername, path, method: 'POST', agent: false },
      headers: { ...given, 'content-length': String(raw.length) },
      ...(endpoint.ca === undefined ? {} : { ca: endpoint.ca }),
    });
    response.once('close', () => call.destroy());
    call.end(raw);
    return new Promise((resolve, reject) => {
      call.on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 500);
      });
      call.on('error', reject);
    });
  }
}

const keyOf = (host: string, path: string) => `${host} ${path}`;

function objectOf(raw: Uint8Array): JsonObject {
  const value: unknown = JSON.parse(Buffer.from(raw).toString());
  return isObject(value) ? value : {};
}
