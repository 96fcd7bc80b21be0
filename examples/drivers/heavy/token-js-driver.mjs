/**
 * A driver for the `token.js` package, with its default settings. Run it with
 * `npm ci --prefix examples/drivers/heavy` and `npx gateproof client -- npx node examples/drivers/heavy/token-js-driver.mjs`.
 * The package has no way to send a header of the caller, so it sends no `Idempotency-Key`.
 */
import { TokenJS } from 'token.js';
import { serveDriver } from '../serve-driver.ts';

const completionsOf = ({ base_url, api_key }) =>
  new TokenJS({ baseURL: `${base_url}/v1`, apiKey: api_key }).chat.completions;
const bodyOf = ({ params: { model, messages, models } }) => ({
  provider: 'openai-compatible',
  model,
  messages: [...messages],
  ...(models === undefined ? {} : { models }),
});

await serveDriver(
  'token.js',
  {
    async chat(request) {
      const { choices, model } = await completionsOf(request).create(bodyOf(request));
      return { content: choices[0]?.message.content, model };
    },
    async chat_stream(request) {
      let content = '';
      const stream = await completionsOf(request).create({ ...bodyOf(request), stream: true });
      for await (const { choices } of stream) content += choices[0]?.delta.content ?? '';
      return { content, complete: true };
    },
  },
  ({ code, error, message, status, request_id }) => ({ code, kind: error?.kind, message, status, request_id }),
  ['concurrent'],
);
