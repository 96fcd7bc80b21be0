import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { abortAfter } from '../clock.ts';
import type { FromServer, ProcessUsage, ToServer } from './child.ts';

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  /** `collect`: garbage is collected first. */
  usage(collect?: boolean): Promise<ProcessUsage>;
  close(): Promise<void>;
}

const answerLimitMs = 60_000;

/** Starts one of this folder's `*-server.ts` files; `settings` reach it as its only argument, as JSON. */
export async function startServer(name: 'simulator' | 'bare' | 'peer', settings: object): Promise<Server> {
  const file = new URL(`./${name}-server.ts`, import.meta.url);
  // A peer may say what it does on its standard output.
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(file, [JSON.stringify(settings)], { execArgv: ['--expose-gc'], stdio: [...stdio] });
  const listening = await nextMessage(child);
  if (listening.kind !== 'listening') throw new Error(`the ${name} server did not say where it listens`);
  const ask = (message: ToServer) => child.send(message);
  return {
    url: listening.url,
    async usage(collect = false) {
      ask({ ask: 'usage', collect });
      const answer = await nextMessage(child);
      if (answer.kind !== 'usage') throw new Error(`the ${name} server gave no usage`);
      return answer;
    },
    async close() {
      if (child.exitCode !== null) return;
      ask({ ask: 'end' });
      await once(child, 'exit');
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<FromServer> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, abortAfter(answerLimitMs)]);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the server ended with code ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as FromServer;
  } finally {
    settled.abort();
    ended.catch(() => undefined);
  }
}
