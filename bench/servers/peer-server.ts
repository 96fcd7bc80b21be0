import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '@gateproof/harness';
import type { PeerName } from '../peers/peers.ts';
import { serveParent } from './child.ts';

/** A peer that answers as the simulator does, as far as it can. */
export interface PeerSettings {
  readonly name: PeerName;
  /** Where it is installed. */
  readonly folder: string;
  /** The simulator's completion, and the events of its stream. */
  readonly json: string;
  readonly events: readonly string[];
}

const { name, folder, json, events } = JSON.parse(process.argv[2] ?? '{}') as PeerSettings;
const { resolve } = createRequire(join(folder, 'package.json'));

/** What a peer's module exports. A peer is not installed with the project, so its types are said here. */
async function load<Exports>(module: string): Promise<Exports> {
  const loaded = (await import(pathToFileURL(resolve(module)).href)) as { readonly default?: object };
  return { ...loaded.default, ...loaded } as Exports;
}

interface Aimock {
  readonly LLMock: new (
    options: object,
  ) => {
    readonly url: string;
    addFixture(fixture: object): void;
    start(): Promise<unknown>;
  };
}

interface MockttpRule {
  withBodyIncluding(text: string): MockttpRule;
  always(): MockttpRule;
  thenReply(status: number, body: string, headers: object): Promise<unknown>;
}

interface Mockttp {
  getLocal(options: object): { readonly url: string; start(): Promise<void>; forPost(path: string): MockttpRule };
}

interface PrismServer {
  createServer(
    operations: unknown,
    options: object,
  ): {
    listen(port: number, host: string): Promise<string>;
  };
}

interface PrismHttp {
  getHttpOperationsFromSpec(file: string): Promise<unknown>;
}

interface PrismCore {
  createLogger(name: string, options: object): unknown;
}

const path = '/v1/chat/completions';
const contract = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url));
const content = (JSON.parse(json) as { choices: { message: { content: string } }[] }).choices[0]?.message.content;

const start: Readonly<Record<PeerName, () => Promise<string>>> = {
  async aimock() {
    const { LLMock } = await load<Aimock>('@copilotkit/aimock');
    const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent', chunkSize: 6 });
    mock.addFixture({ match: { userMessage: /[\s\S]*/ }, response: { content } });
    await mock.start();
    return mock.url;
  },
  async 'mock-llm'() {
    const port = await freePort();
    process.env.HOST = '127.0.0.1';
    process.env.PORT = String(port);
    await import(pathToFileURL(join(folder, 'node_modules/@dwmkerr/mock-llm/dist/main.js')).href);
    return `http://127.0.0.1:${port}`;
  },
  async mockttp() {
    const { getLocal } = await load<Mockttp>('mockttp');
    const server = getLocal({ recordTraffic: false });
    await server.start();
    const streaming = { 'content-type': 'text/event-stream; charset=utf-8', 'transfer-encoding': 'chunked' };
    await server.forPost(path).withBodyIncluding('"stream":true').always().thenReply(200, events.join(''), streaming);
    await server.forPost(path).always().thenReply(200, json, { 'content-type': 'application/json' });
    return server.url;
  },
  async prism() {
    const [server, http, core] = await Promise.all([
      load<PrismServer>('@stoplight/prism-http-server'),
      load<PrismHttp>('@stoplight/prism-http'),
      load<PrismCore>('@stoplight/prism-core'),
    ]);
    const operations = await http.getHttpOperationsFromSpec(contract);
    const config = { mock: { dynamic: false }, validateRequest: false, validateResponse: false, checkSecurity: false };
    const errors = { errors: false, upstreamProxy: undefined, isProxy: false };
    const components = { logger: core.createLogger('prism', { enabled: false }) };
    return server
      .createServer(operations, { components, cors: false, config: { ...config, ...errors } })
      .listen(0, '127.0.0.1');
  },
};

serveParent(await start[name]());
