import { Pool } from 'undici';
import { defaultKey } from '../load.ts';
import { startServer } from '../servers/start-server.ts';
import { median } from './median.ts';

const rounds = 5;
const jobsPerRound = 1_000;
const atOnce = 16;

/** Processor time of the server for one request of those that submit a job or poll it until it has ended, in µs; the middle of five rounds. */
export async function jobRequestUs(): Promise<number> {
  const server = await startServer('simulator', { pace: 'together' });
  const pool = new Pool(server.url, { connections: atOnce, pipelining: 1 });
  try {
    await jobs(pool, jobsPerRound);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await server.usage();
      const requests = await jobs(pool, jobsPerRound);
      const after = await server.usage();
      times.push(((after.cpuMs - before.cpuMs) * 1000) / requests);
    }
    return median(times);
  } finally {
    await pool.close();
    await server.close();
  }
}

/** Runs so many jobs to their ends; returns how many requests that took. */
async function jobs(pool: Pool, count: number): Promise<number> {
  let [requests, left] = [0, count];
  const worker = async () => {
    for (; left > 0; ) {
      left -= 1;
      const { id } = await ask(pool, 'POST', '/v1/images/generations');
      for (let state = 'queued'; state !== 'succeeded'; requests += 1)
        state = (await ask(pool, 'GET', `/v1/jobs/${id}`)).state;
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return requests;
}

interface JobAnswer {
  readonly id: string;
  readonly state: string;
}

async function ask(pool: Pool, method: 'GET' | 'POST', path: string): Promise<JobAnswer> {
  const { body } = await pool.request({
    method,
    path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${defaultKey}` },
    ...(method === 'POST' ? { body: JSON.stringify({ model: 'gateproof/image', prompt: 'a square' }) } : {}),
  });
  return (await body.json()) as JobAnswer;
}
