import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../source-files.ts';

/** A simulator that the command line started, as a person starts it. */
export interface StartedSimulator {
  readonly url: string;
  /** Address of its inspector, as it was printed. */
  readonly inspector: string;
  /** Makes an account, with all that a proof does to it. */
  account(): Promise<ProofAccount>;
  close(): Promise<void>;
}

/** An account of that simulator. */
export interface ProofAccount {
  readonly id: string;
  /** Sends a request as its client. */
  send(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Address of the inspector with a view of the account. */
  page(view: 'requests' | 'calls' | 'jobs' | 'deliveries' | 'arrange'): string;
}

/** Starts `gateproof simulate` with these options besides a free port. Throws when it ends before it printed its address. */
export async function startSimulator(...options: readonly string[]): Promise<StartedSimulator> {
  const command = [join(root, 'cli/bin/gateproof.js'), 'simulate', '--port', '0', ...options];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const piece of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += piece;
    if (printed.includes('Ctrl-C')) break;
  }
  child.stdout.resume();
  const inspector = /inspector +(http\S+)/.exec(printed)?.[1];
  if (inspector === undefined) {
    child.kill();
    throw new Error(`the simulator printed no address of its inspector:\n${printed}`);
  }
  const url = new URL(inspector).origin;
  return {
    url,
    inspector,
    async account() {
      const made = await fetch(`${url}/_testbed/v1/accounts`, { method: 'POST' });
      const { id, key } = (await made.json()) as { readonly id: string; readonly key: { readonly secret: string } };
      return {
        id,
        page: (view) => `${inspector}#${id}/${view}`,
        send: (path, body, headers = {}) =>
          fetch(url + path, {
            method: 'POST',
            headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          }),
      };
    },
    async close() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
