import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { JudgedEntry, JudgeEntryOptions } from './judge-entry.ts';

/** What a worker process judges next. */
export interface WorkerTask {
  readonly id: string;
  readonly options: JudgeEntryOptions;
}

const worker = fileURLToPath(new URL('matrix-worker.ts', import.meta.url));

/** Judges entries, by id, in so many processes of their own; each takes the next one when it is done. Throws when one of them ends early. */
export async function judgeSideBySide(
  ids: readonly string[],
  options: JudgeEntryOptions & { readonly workers: number },
  onJudged: (judged: JudgedEntry) => void,
): Promise<void> {
  const waiting = [...ids];
  const children = Array.from({ length: options.workers }, () => fork(worker, { execArgv: process.execArgv }));
  try {
    await Promise.all(
      children.map(async (child) => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
          onJudged(await judgeIn(child, { id, options }));
      }),
    );
  } finally {
    for (const child of children) child.kill();
  }
}

function judgeIn(child: ChildProcess, task: WorkerTask): Promise<JudgedEntry> {
  const { promise, resolve, reject } = Promise.withResolvers<JudgedEntry>();
  const onExit = (code: number | null) => reject(new Error(`the worker that ran ${task.id} ended with ${code}`));
  child.once('exit', onExit);
  child.once('message', (judged) => {
    child.off('exit', onExit);
    resolve(judged as JudgedEntry);
  });
  child.send(task);
  return promise;
}
