// Serves one request, in the folder that this file is copied to, and prints the status of its answer.
import { createSimulator } from '@gateproof/simulator';

const simulator = createSimulator();
const headers = { authorization: `Bearer ${simulator.defaultKey}` };
const answer = await fetch(`${await simulator.listen()}/v1/models`, { headers });
process.stdout.write(`${answer.status}\n`);
await simulator.close();
