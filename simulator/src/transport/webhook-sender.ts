import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Agent, buildConnector } from 'undici';
import { addressProblem } from '../network/url-problem.ts';
import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import { readAnswerHead } from './read-answer-head.ts';

/** One POST to a webhook receiver. Rejects when there is no answer. */
export interface WebhookPost {
  readonly endpoint: WebhookEndpoint;
  /** Where it goes; the endpoint's URL, unless the behaviour changes the message. */
  readonly url: string;
  /** Default `POST`. */
  readonly method?: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  /** Not sent with a `GET`. */
  readonly body: string;
  readonly signal: AbortSignal;
}

/** What a receiver answered. */
export interface WebhookAnswer {
  readonly status: number;
  readonly location: string | undefined;
  /** As it was sent. */
  readonly retryAfter: string | undefined;
  /** Whether it said anything beside its status and headers. */
  readonly isEmpty: boolean;
}

/** The way to webhook receivers. */
export interface WebhookSender {
  post(post: WebhookPost): Promise<WebhookAnswer>;
  /** Lets go of what belongs to one endpoint. */
  forget(endpoint: WebhookEndpoint): void;
  close(): Promise<void>;
}

const connectionsPerEndpoint = 64;

/**
 * Delivers over HTTP(S) with undici, which follows no redirect. Names are resolved at each connection and refused when they lead to an
 * address that is not public, unless the endpoint says itself where it is reached (Events).
 */
export function createWebhookSender(): WebhookSender {
  const agents = new Map<WebhookEndpoint, Agent>();
  let loading: Promise<Undici> | undefined;
  const connectorFor = rememberedConnector();
  const agentFor = (undici: Undici, endpoint: WebhookEndpoint) => {
    const present = agents.get(endpoint) ?? createAgent(undici, endpoint, connectorFor(undici, endpoint));
    agents.set(endpoint, present);
    return present;
  };
  return {
    async post({ endpoint, url, method = 'POST', headers, body, signal }) {
      // Imported at the first delivery: most simulators start without any.
      loading ??= import('undici');
      const undici = await loading;
      const dispatcher = agentFor(undici, endpoint);
      const { origin, pathname, search } = new URL(url);
      const sent = method === 'GET' ? {} : { body };
      const head = await readAnswerHead(
        dispatcher,
        { origin, path: pathname + search, method, headers, ...sent },
        signal,
      );
      const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
      const { location, 'retry-after': retryAfter, 'content-length': length } = head.headers;
      const isEmpty = head.status === 204 || length === '0';
      return { status: head.status, location: text(location), retryAfter: text(retryAfter), isEmpty };
    },
    forget(endpoint) {
      void agents.get(endpoint)?.destroy();
      agents.delete(endpoint);
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type Undici = typeof import('undici');

/** Connects to endpoints by the authorities that they name: by one connector for those one after the other that name the same one, so that TLS sessions are resumed. */
function rememberedConnector(): (undici: Undici, endpoint: WebhookEndpoint) => buildConnector.connector {
  let last: { ca: string | undefined; isPublic: boolean; connect: buildConnector.connector } | undefined;
  return ({ buildConnector }, { url, connectTo, ca }) => {
    const isPublic = connectTo === undefined && url.startsWith('https:');
    if (last !== undefined && last.ca === ca && last.isPublic === isPublic) return last.connect;
    const options: buildConnector.BuildOptions & { lookup?: LookupFunction } = {
      ...(ca === undefined ? {} : { secureContext: createSecureContext({ ca }) }),
      ...(isPublic ? { lookup: lookupPublic } : {}),
    };
    last = { ca, isPublic, connect: buildConnector(options) };
    return last.connect;
  };
}

function createAgent({ Agent }: Undici, { url, connectTo }: WebhookEndpoint, base: buildConnector.connector): Agent {
  const connect: buildConnector.connector = (options, callback) => {
    if (connectTo === undefined) return base(options, callback);
    const at = connectTo.lastIndexOf(':');
    const hostname = connectTo.slice(0, at).replace(/^\[|\]$/g, '');
    return base(
      { ...options, hostname, host: hostname, port: connectTo.slice(at + 1), servername: new URL(url).hostname },
      callback,
    );
  };
  return new Agent({
    connect,
    connections: connectionsPerEndpoint,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 1_000,
  });
}

/** Resolves a name to its public addresses; fails when it has none, so that a name can't be turned inwards after registration. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const list = Array.isArray(addresses) ? addresses : [];
    const open = list.filter(({ address }) => addressProblem(address) === undefined);
    const [first] = open;
    if (error !== null || first === undefined) {
      callback(error ?? new Error(`${hostname} resolves to no public address`), '', 0);
    } else if (options.all === true) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
