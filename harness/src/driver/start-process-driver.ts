import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import {
  type DriverAnswer,
  type DriverDescription,
  type DriverRequest,
  driverOperations,
  driverProtocol,
} from '@gateproof/spec';
import type { RunClock } from '../clock/run-clock.ts';
import { isObject } from '../exchange/json.ts';
import { type Driver, DriverTrouble } from './driver.ts';

const helloLimitMs = 20_000;
const closeLimitMs = 1_000;
const keptStderrCharacters = 2_000;

interface Waiting {
  resolve(answer: DriverAnswer): void;
  reject(error: DriverTrouble): void;
}

/** Starts COMMAND as a driver and shakes hands. Throws `DriverTrouble` when it does not answer `hello` as the protocol asks. */
export async function startProcessDriver(command: readonly string[], clock: RunClock): Promise<Driver> {
  const connection = new DriverProcess(command, clock);
  try {
    const answer = await connection.call({ op: 'hello' }, helloLimitMs);
    return {
      description: describe(answer),
      call: (request, limitMs) => connection.call(request, limitMs),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function describe(answer: DriverAnswer): DriverDescription {
  if (!answer.ok) throw new DriverTrouble(`the driver refused hello: ${answer.error.message ?? 'no message'}`);
  const { protocol, name, operations } = answer.result;
  if (protocol !== driverProtocol)
    throw new DriverTrouble(`the driver speaks ${String(protocol)}; wanted ${driverProtocol}`);
  if (typeof name !== 'string' || !Array.isArray(operations))
    throw new DriverTrouble('the answer to hello lacks a name or its operations');
  const unknown = operations.filter((operation) => !driverOperations.includes(operation));
  if (unknown.length > 0)
    throw new DriverTrouble(`the driver claims operations that the protocol does not have: ${unknown.join(', ')}`);
  return answer.result as unknown as DriverDescription;
}

class DriverProcess {
  readonly #clock: RunClock;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #stderr = '';
  #ended: string | undefined;

  constructor(command: readonly string[], clock: RunClock) {
    const [file = '', ...rest] = command;
    this.#clock = clock;
    this.#child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.on('error', (error) => this.#end(`could not be started: ${error.message}`));
    this.#child.on('exit', (code, signal) => this.#end(`died (${signal ?? `exit code ${code}`})`));
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stderr?.on('data', (piece: Buffer) => {
      this.#stderr = (this.#stderr + piece.toString()).slice(-keptStderrCharacters);
    });
    if (this.#child.stdout !== null)
      createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(line));
  }

  call(request: Omit<DriverRequest, 'id'>, limitMs: number): Promise<DriverAnswer> {
    if (this.#ended !== undefined) return Promise.reject(this.#trouble(this.#ended));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise<DriverAnswer>((resolve, reject) => {
      const cancel = this.#clock.after(limitMs, () => {
        this.#waiting.delete(id);
        reject(this.#trouble(`gave no answer to ${request.op} within ${limitMs / 1000} s`));
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

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    this.#child.stdin?.end(`${JSON.stringify({ id: this.#nextId, op: 'close' })}\n`);
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(closeLimitMs, () => {
        this.#child.kill('SIGKILL');
        resolve();
      });
      this.#child.once('exit', () => {
        cancel();
        resolve();
      });
    });
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    const answer = parse(line);
    const waiting = answer === undefined ? undefined : this.#waiting.get(answer.id);
    if (answer === undefined) this.#failAll(`printed a line that is no answer: ${line.slice(0, 200)}`);
    else if (waiting === undefined) this.#failAll(`answered request ${answer.id}, which nobody waits for`);
    else waiting.resolve(answer);
  }

  #end(how: string): void {
    this.#ended ??= how;
    this.#failAll(how);
  }

  #failAll(how: string): void {
    for (const { reject } of [...this.#waiting.values()]) reject(this.#trouble(how));
  }

  #trouble(how: string): DriverTrouble {
    const last = this.#stderr.trim().split('\n').at(-1);
    return new DriverTrouble(`the driver ${how}${last === undefined || last === '' ? '' : `; it last wrote: ${last}`}`);
  }
}

/** JSON in ASCII: some line readers take U+2028 and its like for the end of a line. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function parse(line: string): DriverAnswer | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value) || typeof value.id !== 'number') return undefined;
    const isWhole = value.ok === true ? isObject(value.result) : value.ok === false && isObject(value.error);
    return isWhole ? (value as unknown as DriverAnswer) : undefined;
  } catch {
    return undefined;
  }
}
