// Entry of the image: serves the reference gateway as the environment says, until it receives a signal to end.
import { createSimulator } from '@gateproof/simulator';

const { PORT = '8080', GATEPROOF_KEY, GATEPROOF_PREFIX, GATEPROOF_SEED, GATEPROOF_TESTBED_TOKEN } = process.env;
const simulator = createSimulator({
  ...(GATEPROOF_KEY === undefined ? {} : { defaultKey: GATEPROOF_KEY }),
  ...(GATEPROOF_PREFIX === undefined ? {} : { prefix: GATEPROOF_PREFIX }),
  ...(GATEPROOF_SEED === undefined ? {} : { seed: GATEPROOF_SEED }),
  ...(GATEPROOF_TESTBED_TOKEN === undefined ? {} : { testbedToken: GATEPROOF_TESTBED_TOKEN }),
});
process.stdout.write(`listens at ${await simulator.listen({ host: '0.0.0.0', port: Number(PORT) })}\n`);
for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => void simulator.close().then(() => process.exit(0)));
