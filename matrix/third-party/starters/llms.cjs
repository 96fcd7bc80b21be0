// Starts @musistudio/llms: node llms.cjs PORT UPSTREAM
const { default: Server } = require('@musistudio/llms');

const [, , port, upstream] = process.argv;
const provider = {
  name: 'gateproof',
  api_base_url: `${upstream}/v1/chat/completions`,
  api_key: 'sk-upstream',
  models: ['text', 'other-text'],
  transformer: { use: [] },
};
const initialConfig = { HOST: '127.0.0.1', PORT: port, providers: [provider] };
new Server({ useJsonFile: false, useEnvFile: false, logger: false, initialConfig }).start();
