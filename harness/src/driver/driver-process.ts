import { type ChildProcess, spawn } from 'node:child_process';
import type { DriverAnswer, DriverRequest } from '@gateproof/spec';
import type { RunClock } from '../clock/run-clock.ts';
import { DriverTrouble } from './driver.ts';
import { parseDriverAnswer } from './driver-answer.ts';
import { readLines } from './read-lines.ts';

const closeLimitMs = 1_000;
/** What a driver printed right before it died may still be on its way. */
const afterExitMs = 500;
const keptStderrCharacters = 2_000;
const lineLimitBytes = 16 * 1024 * 1024;
const ownGroup = process.platform !== 'win32';

interface Waiting {
  resolve(answer: DriverAnswer): void;
  reject(error: DriverTrouble): void;
}

/** A running driver: requests by line, answers by id. Once it broke the protocol, every call rejects with what it did. */
export class DriverProcess {
  readonly #clock: RunClock;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #stderr = '';
  #exited = false;
  #hasAnswered = false;
  #broken: string | undefined;

  /** Throws `DriverTrouble` when the command can't be started at all. */
  constructor(command: readonly string[], clock: RunClock) {
    const [file = '', ...rest] = command;
    if (file === '') throw new DriverTrouble('the driver has no command');
    this.#clock = clock;
    // In a group of its own, so that what a wrapper such as npx started ends with it.
    this.#child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'pipe'], detached: ownGroup });
    this.#child.on('error', (error) => this.#end(`could not be started: ${whyNot(error, file)}`));
    this.#child.on('exit', (code, signal) => {
      this.#exited = true;
      this.#clock.after(afterExitMs, () => this.#end(this.#death(signal ?? `exit code ${code}`), true));
    });
    this.#child.on('close', (code, signal) => this.#end(this.#death(signal ?? `exit code ${code}`), true));
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stderr?.on('data', (piece: Buffer) => {
      this.#stderr = (this.#stderr + piece.toString()).slice(-keptStderrCharacters);
    });
    if (this.#child.stdout !== null)
      readLines(this.#child.stdout, lineLimitBytes, {
        onLine: (line) => this.#take(line),
        onRest: (rest) => this.#end(`ended in the middle of a line: ${rest.slice(0, 200)}`),
        onLong: () => this.#end(`printed a line of more than ${lineLimitBytes / 1024 / 1024} MiB`),
      });
  }

  /** Throws `DriverTrouble`. When `signal` fires before the answer, the driver is asked to abort the call. */
  async call(request: Omit<DriverRequest, 'id'>, limitMs: number, signal?: AbortSignal): Promise<DriverAnswer> {
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = this.#ask(id, request, limitMs);
    const abort = () => {
      const asked = this.#ask(this.#nextId, { op: 'abort', params: { request: id } }, limitMs);
      this.#nextId += 1;
      // What is wrong with this answer breaks the driver, and so the call that it aborts.
      asked.catch(() => undefined);
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  #ask(id: number, request: Omit<DriverRequest, 'id'>, limitMs: number): Promise<DriverAnswer> {
    if (this.#broken !== undefined) return Promise.reject(this.#trouble(this.#broken));
    return new Promise<DriverAnswer>((resolve, reject) => {
      const cancel = this.#clock.after(limitMs, () => {
        this.#waiting.delete(id);
        const how = `gave no answer to ${request.op} within ${limitMs / 1000} s`;
        this.#broken ??= how;
        reject(this.#trouble(how, { isSilent: true }));
      });
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          cancel();
          this.#waiting.delete(id);
          then(value);
        };
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.#child.stdin?.write(`${asciiJson({ id, ...request })}\n`);
    });
  }

  /** Asks the driver to end, and ends it when it broke the protocol or does not obey. Never throws. */
  async close(): Promise<void> {
    if (this.#exited || this.#child.pid === undefined) return;
    const gone = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    if (this.#broken === undefined) {
      this.#child.stdin?.end(`${JSON.stringify({ id: this.#nextId, op: 'close' })}\n`);
      const cancel = this.#clock.after(closeLimitMs, () => this.#kill());
      await gone;
      cancel();
    } else {
      this.#kill();
      await gone;
    }
  }

  #death(how: string): string {
    return this.#hasAnswered ? `died (${how})` : `ended without answering hello (${how})`;
  }

  #kill(): void {
    const { pid } = this.#child;
    try {
      if (ownGroup && pid !== undefined) process.kill(-pid, 'SIGKILL');
      else this.#child.kill('SIGKILL');
    } catch {
      // It is gone already.
    }
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    const answer = parseDriverAnswer(line);
    const waiting = answer === undefined ? undefined : this.#waiting.get(answer.id);
    if (answer === undefined) this.#end(`printed a line that is no answer: ${line.slice(0, 200)}`);
    else if (waiting === undefined) this.#end(`answered request ${answer.id}, which nobody waits for`);
    else {
      this.#hasAnswered = true;
      waiting.resolve(answer);
    }
  }

  #end(how: string, hasDied = false): void {
    this.#broken ??= how;
    for (const { reject } of [...this.#waiting.values()]) reject(this.#trouble(this.#broken, { hasDied }));
  }

  #trouble(how: string, kind: { readonly isSilent?: boolean; readonly hasDied?: boolean } = {}): DriverTrouble {
    const last = this.#stderr.trim().split('\n').at(-1)?.slice(0, 300);
    const wrote = last === undefined || last === '' ? '' : `; it last wrote: ${last}`;
    return new DriverTrouble(`the driver ${how}${wrote}`, kind);
  }
}

function whyNot(error: Error, file: string): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `there is no program ${file}`;
  return code === 'EACCES' ? `${file} may not be executed` : error.message;
}

/** JSON in ASCII: some line readers take U+2028 and its like for the end of a line. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
