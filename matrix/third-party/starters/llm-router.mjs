// Starts @khanglvm/llm-router without its command line, which needs a package that its registry does not have: node llm-router.mjs PORT UPSTREAM
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , port, upstream] = process.argv;
const provider = {
  id: 'gateproof',
  name: 'gateproof',
  baseUrl: `${upstream}/v1`,
  apiKey: 'sk-upstream',
  format: 'openai',
  models: [{ id: 'text' }, { id: 'other-text' }],
};
const configPath = resolve('config.json');
writeFileSync(configPath, JSON.stringify({ version: 2, masterKey: 'sk-third-party', providers: [provider] }));
const server = resolve('package/src/node/local-server.js');
const { startLocalRouteServer } = await import(pathToFileURL(server).href);
await startLocalRouteServer({
  port: Number(port),
  host: '127.0.0.1',
  configPath,
  watchConfig: false,
  requireAuth: true,
});
