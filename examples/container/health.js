// Health check of the image: the gateway answers, whatever it says to a request without a key.
const { PORT = '8080' } = process.env;
const answered = await fetch(`http://127.0.0.1:${PORT}/v1/models`, { signal: AbortSignal.timeout(2_000) }).catch(
  () => undefined,
);
process.exit(answered !== undefined && answered.status < 500 ? 0 : 1);
