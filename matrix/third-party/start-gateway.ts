import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { realTime } from '@gateproof/upstreams';
import type { ThirdPartyGateway } from './gateways.ts';

const tries = 300;
const betweenTriesMs = 100;

/** A gateway that listens. */
export interface StartedGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an installed gateway on a free port, and waits until it takes connections. Throws where it does not within half a minute. */
export async function startGateway(
  { name, starter }: ThirdPartyGateway,
  { folder, upstream }: { readonly folder: string; readonly upstream: string },
): Promise<StartedGateway> {
  const port = await freePort();
  const script = typeof starter === 'string' ? starter : starter.script;
  const words = typeof starter === 'string' ? ['{port}', upstream] : starter.words;
  const argv = words.map((word) => word.replace('{port}', String(port)));
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', HOME: folder };
  const child = spawn(process.execPath, [join(folder, script), ...argv], { cwd: folder, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await ended;
  };
  for (let count = 0; count < tries; count += 1) {
    if (await takesConnections(port)) return { url: `http://127.0.0.1:${port}`, stop };
    await new Promise<void>((resolve) => realTime.setTimer(betweenTriesMs, resolve));
  }
  await stop();
  throw new Error(`${name} takes no connections ${(tries * betweenTriesMs) / 1000} s after its start`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port of 127.0.0.1 is free');
  return address.port;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
