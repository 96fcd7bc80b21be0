import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The gateway in Python, started on a free port. Its testbed is under `/testbed`. */
export interface PythonGateway {
  readonly url: string;
  close(): void;
}

/** Starts it; throws when it ends before it listens. */
export async function startPythonGateway(): Promise<PythonGateway> {
  const child = spawn('python3', ['examples/python-gateway/gateway.py', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface(child.stdout)) {
    const url = /^listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url, close: () => child.kill() };
  }
  throw new Error('the gateway in Python ended before it listened');
}
