import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createSimulator, type Simulator } from '@gateproof/simulator';
import pLimit, { type LimitFunction } from 'p-limit';
import { clock } from '../clock.ts';
import { createDice, type Dice } from '../dice.ts';
import { answerNoHttp } from './answer-no-http.ts';
import { AnswerWriter } from './answer-writer.ts';
import { unchanged } from './body-change.ts';
import type { FaultProfile, OwnAnswer, Reception, Visit } from './fault-profile.ts';
import { changeFor, type Forwarding, headersFor, passOn, type Remembered } from './pass-on.ts';
import { plainWire, type Wire } from './wire.ts';

const headLimitBytes = 128 * 1024;

/** A simulator behind a proxy that shows one fault profile. Testbed operations pass as they are. */
export class HostileTarget {
  readonly #profile: FaultProfile;
  readonly #wire: Wire;
  readonly #dice: Dice;
  readonly #sockets = new Set<Socket>();
  readonly #memory = new Map<string, unknown>();
  readonly #remembered = new Map<string, Remembered>();
  readonly #line: LimitFunction;
  #server: Server;
  #simulator: Simulator;
  #gateway = '';
  #port = 0;
  #visits = 0;
  #isOver = false;

  private constructor(profile: FaultProfile, seed: number) {
    this.#profile = profile;
    this.#wire = { ...plainWire, ...profile.wire };
    this.#dice = createDice(seed);
    this.#server = this.#createServer();
    this.#simulator = createSimulator();
    this.#line = pLimit(profile.most ?? Number.POSITIVE_INFINITY);
  }

  static async open(profile: FaultProfile, seed: number): Promise<HostileTarget> {
    const target = new HostileTarget(profile, seed);
    target.#gateway = await target.#simulator.listen();
    await target.#listen();
    return target;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get defaultKey(): string {
    return this.#simulator.defaultKey;
  }

  async close(): Promise<void> {
    await this.#away();
    await this.#simulator.close();
  }

  #createServer(): Server {
    const options = { maxHeaderSize: headLimitBytes, requireHostHeader: false, requestTimeout: 0, keepAliveTimeout: 0 };
    const server = createServer(options);
    const take = (message: IncomingMessage) => {
      void this.#take(message).catch(() => message.socket.destroy());
    };
    server.on('request', take);
    server.on('checkContinue', (message: IncomingMessage) => {
      message.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      take(message);
    });
    server.on('checkExpectation', take);
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => answerNoHttp(error, socket));
    return server;
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, '127.0.0.1', () => resolve());
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Refuses every connection from now on. */
  async #away(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #restart(awayMs: number, losesState: boolean): Promise<void> {
    await this.#away();
    if (losesState) {
      await this.#simulator.close();
      this.#simulator = createSimulator();
      this.#gateway = await this.#simulator.listen();
    }
    await clock.pause(awayMs);
    if (this.#isOver) return;
    this.#server = this.#createServer();
    await this.#listen();
  }

  async #take(message: IncomingMessage): Promise<void> {
    const body = await bodyOf(message);
    const path = message.url ?? '/';
    if (path.startsWith('/_testbed/') && this.#visits > (this.#profile.testbedGoneAfter ?? Number.POSITIVE_INFINITY)) {
      message.socket.destroy();
      return;
    }
    if (path.startsWith('/_testbed/'))
      return this.#forward(message, body, { wire: plainWire, change: () => unchanged });
    this.#visits += 1;
    const visit: Visit = {
      number: this.#visits,
      method: message.method ?? '',
      path,
      caller: message.headers.authorization ?? '',
      body,
      dice: this.#dice,
    };
    const reception = this.#profile.receive?.(visit, this.#memory) ?? { kind: 'serve' };
    await clock.pause(this.#profile.delayMs?.(visit) ?? 0);
    await this.#line(() => this.#receive(reception, message, visit));
  }

  async #receive(reception: Reception, message: IncomingMessage, visit: Visit): Promise<void> {
    const { socket } = message;
    switch (reception.kind) {
      case 'serve':
        return this.#serve(message, visit);
      case 'answer':
        return this.#answer(socket, reception.answer);
      case 'hang':
        return;
      case 'raw':
        for (const bytes of reception.bytes) if (!socket.destroyed && !socket.write(bytes)) await drained(socket);
        if (reception.thenHang !== true) socket.end();
        return;
      case 'drop':
        if (reception.when === 'before') return void socket.destroy();
        return this.#forward(message, visit.body, {
          wire: this.#wire,
          change: () => unchanged,
          dropsAfter: reception.when === 'after' ? 'head' : 'first-piece',
        });
      case 'restart':
        return this.#restart(reception.awayMs, reception.losesState);
      default:
        this.#isOver = true;
        return this.#away();
    }
  }

  async #serve(message: IncomingMessage, visit: Visit): Promise<void> {
    const key = this.#profile.remember?.(visit);
    const known = key === undefined ? undefined : this.#remembered.get(key);
    if (known !== undefined) return this.#answer(message.socket, known);
    const { rewriteJson, mangle } = this.#profile;
    await this.#forward(message, visit.body, {
      wire: this.#wire,
      change: (type) =>
        changeFor(type, { rewriteJson, mangle: mangle === undefined ? undefined : (body) => mangle(body, visit) }),
      ...(key === undefined ? {} : { keep: (answer: Remembered) => this.#remembered.set(key, answer) }),
    });
  }

  async #answer(socket: Socket, { status, headers, body }: OwnAnswer): Promise<void> {
    const writer = new AnswerWriter(socket, this.#wire, this.#dice);
    if (typeof body === 'function') {
      writer.head(status, headers, {});
      for (const piece of body()) {
        if (socket.destroyed) return;
        writer.body(piece);
        if (socket.writableNeedDrain) await drained(socket);
      }
    } else {
      writer.head(status, headers, { lengthBytes: Buffer.byteLength(body) });
      writer.body(Buffer.from(body));
    }
    writer.end();
  }

  /** Hands a request to the gateway and its answer back, piece by piece as it comes. */
  #forward(message: IncomingMessage, body: Buffer, how: Forwarding): Promise<void> {
    const { socket } = message;
    const call = request(this.#gateway, {
      path: message.url ?? '/',
      method: message.method ?? 'GET',
      headers: headersFor(message, body).flat(),
      setHost: false,
    });
    const leave = () => call.destroy();
    socket.once('close', leave);
    call.once('close', () => socket.off('close', leave));
    return new Promise<void>((resolve) => {
      let isAnswered = false;
      const lost = () => {
        socket.destroy();
        resolve();
      };
      // An answer that comes before the whole body was taken ends the sending, not the answer.
      call.on('error', () => isAnswered || lost());
      call.on('response', (answer) => {
        isAnswered = true;
        if (how.dropsAfter === 'head') return lost();
        const writer = new AnswerWriter(socket, how.wire, this.#dice);
        void passOn(answer, writer, how, message.method === 'HEAD').then(resolve, lost);
      });
      call.end(body);
    });
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
