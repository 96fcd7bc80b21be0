// Health check of the simulator's image: its testbed answers, whether or not it wants a token. A request to the gateway itself would stand in its journal.
const answered = await fetch('http://127.0.0.1:8080/_testbed/v1/', { signal: AbortSignal.timeout(2_000) }).catch(
  () => undefined,
);
process.exit(answered !== undefined && answered.status < 500 ? 0 : 1);
