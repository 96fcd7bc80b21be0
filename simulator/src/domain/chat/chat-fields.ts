/** The fields of a chat body that the contract describes (Endpoints, POST /v1/chat/completions). */
export const chatFields = [
  'model',
  'models',
  'messages',
  'stream',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'tools',
  'response_format',
  'provider',
] as const;
