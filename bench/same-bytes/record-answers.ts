import { once } from 'node:events';
import { connect } from 'node:net';
import { createSimulator } from '@gateproof/simulator';
import { realTime } from '@gateproof/upstreams';
import { defaultKey } from '../load.ts';
import { type SentRequest, sentRequests } from './sent-requests.ts';

const startMs = Date.UTC(2026, 0, 1);

/** The bytes of each answer of a simulator with a fixed seed and a standing clock, but for `Date` and the port. */
export async function recordAnswers(): Promise<readonly string[]> {
  const simulator = createSimulator({ seed: 'same-bytes', clock: { ...realTime, now: () => startMs } });
  const url = new URL(await simulator.listen());
  const answers: string[] = [];
  const jobs = new Set<string>();
  try {
    for (const sent of sentRequests) {
      answers.push(await exchange(Number(url.port), sent));
      for (const [, id = ''] of answers.at(-1)?.matchAll(/"id":"(job_\w+)"/g) ?? []) jobs.add(id);
      if (jobs.size === 0 || sent.path !== '/v1/models') continue;
      for (const id of jobs) answers.push(await exchange(Number(url.port), { path: `/v1/jobs/${id}` }));
    }
  } finally {
    await simulator.close();
  }
  return answers.map((answer) => answer.replace(/^Date: .*\r?\n/im, '').replaceAll(url.port, 'PORT'));
}

async function exchange(port: number, { method = 'GET', path, headers = {}, body }: SentRequest): Promise<string> {
  const bytes = body === undefined ? '' : JSON.stringify(body);
  const fields = {
    host: `127.0.0.1:${port}`,
    connection: 'close',
    authorization: `Bearer ${defaultKey}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(bytes)),
    ...headers,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, '127.0.0.1');
  socket.end(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${bytes}`);
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  await once(socket, 'close');
  return unchunked(Buffer.concat(pieces).toString());
}

/** Which bytes share a chunk is nobody's business. */
function unchunked(answer: string): string {
  const bodyAt = answer.indexOf('\r\n\r\n') + 4;
  const head = answer.slice(0, bodyAt);
  if (!/^transfer-encoding: chunked\r$/im.test(head)) return answer;
  const bytes = Buffer.from(answer.slice(bodyAt));
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    // The last chunk is empty; a lost connection has none.
    at = size === 0 || lineEnd < 0 ? bytes.length : lineEnd + 4 + size;
  }
  return head + Buffer.concat(chunks).toString();
}
