import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerFault } from '../faults/answer-fault.ts';
import type { TakenFault } from '../faults/fault-plan.ts';
import type { Account } from '../tenants/account.ts';
import { goneSignal } from './gone-signal.ts';
import { flushed, loseAnswer } from './lose-answer.ts';
import { splitEvents } from './split-events.ts';

/** Lets a fault meet an answer that is ready to be sent. `send` is called with what is sent in its place, or not at all when nothing is. */
export function alterAnswer(
  taken: TakenFault<AnswerFault>,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  send: (payload: unknown) => void,
): void {
  const { fault } = taken;
  const account = request.note?.account;
  // A request that failed has no answer that a fault could act on.
  if (reply.statusCode >= 400 || account === undefined) {
    taken.giveBack();
    send(payload);
  } else if (fault.kind === 'lose-after-run') {
    taken.acted(request.id);
    void drained(payload).then(() => reply.hijack().raw.destroy());
  } else if (fault.kind === 'lose-in-answer') {
    taken.acted(request.id);
    send(payload instanceof Readable ? lostStream(reply, payload, fault) : lostText(reply, String(payload)));
  } else if (fault.kind === 'gate' && payload instanceof Readable) {
    send(toReadable(gated(payload, fault, { account, taken, requestId: request.id, gone: goneSignal(reply) })));
  } else {
    taken.giveBack();
    send(payload);
  }
}

async function drained(payload: unknown): Promise<void> {
  if (payload instanceof Readable) for await (const _event of payload);
}

function toReadable(pieces: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(pieces, { objectMode: false, highWaterMark: 1024 });
}

function lostStream(
  reply: FastifyReply,
  events: Readable,
  { afterEvents = 1, generation = 'finishes' }: Extract<AnswerFault, { kind: 'lose-in-answer' }>,
): Readable {
  return toReadable(
    (async function* () {
      let sent = 0;
      for await (const event of splitEvents(events)) {
        if (sent < afterEvents) yield event;
        else if (generation === 'stops') await lose(reply);
        sent += 1;
      }
      await loseAnswer();
    })(),
  );
}

function lostText(reply: FastifyReply, text: string): Readable {
  const bytes = Buffer.from(text);
  reply.header('content-length', bytes.length);
  return toReadable(
    (async function* () {
      yield bytes.subarray(0, bytes.length >> 1);
      await loseAnswer();
    })(),
  );
}

/** Loses the connection; resolves once all have noticed. */
async function lose({ raw }: FastifyReply): Promise<void> {
  await flushed();
  if (raw.closed) return;
  const closed = new Promise((resolve) => raw.once('close', resolve));
  raw.destroy();
  await closed;
}

async function* gated(
  events: Readable,
  { gate, beforeEvent }: Extract<AnswerFault, { kind: 'gate' }>,
  world: {
    readonly account: Account;
    readonly taken: TakenFault;
    readonly requestId: string;
    readonly gone: AbortSignal;
  },
): AsyncGenerator<Uint8Array> {
  let number = 0;
  for await (const event of splitEvents(events)) {
    number += 1;
    if (number === beforeEvent) {
      world.taken.acted(world.requestId);
      await world.account.workbench.gates.pass(gate, world.gone);
    }
    yield event;
  }
  if (number < beforeEvent) world.taken.giveBack();
}
