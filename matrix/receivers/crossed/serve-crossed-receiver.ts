import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isObject, type JsonObject } from '@gateproof/spec';
import { clock } from '../../clock.ts';
import { listen, type ServedReceiver } from '../serve-receiver.ts';
import type { Change, Changes, DecisionName, Decisions, Note, Seen } from './decisions.ts';

/** What arrives within so many ms arrives together. */
const togetherMs = 5;

/** The status of a mutant that closes the connection without an answer. */
export const noAnswer = 0;

/** Serves a good receiver with some of its decisions changed. Its observer also returns the event as it was understood. */
export function serveCrossedReceiver(changes: Changes, secrets: readonly string[]): Promise<ServedReceiver> {
  return listen(new CrossedReceiver(changes, secrets));
}

class CrossedReceiver {
  readonly #changes: Changes;
  readonly #secrets: readonly string[];
  readonly #effects = new Map<string, { count: number; event: JsonObject }>();
  readonly #notes = new Map<string, Omit<Note, 'othersSince'> & { cameAgain: number; readonly place: number }>();
  readonly #accepted = new Set<unknown>();
  readonly #placesOnConnection = new WeakMap<Socket, number>();
  #before: Seen | undefined;
  #wasRefused = false;
  #place = 0;
  #noted = 0;
  #arrivals: readonly number[] = [];
  #restarts = 0;

  constructor(changes: Changes, secrets: readonly string[]) {
    this.#changes = changes;
    this.#secrets = secrets;
  }

  restart(): void {
    this.#restarts += 1;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://receiver');
    if (url.pathname === '/effects') {
      const effect = this.#effects.get(url.searchParams.get('event') ?? '');
      response.end(JSON.stringify(effect ?? { count: 0 }));
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const seen = this.#see(request, Buffer.concat(pieces));
    const status = await this.#receive(seen);
    await clock.pause(this.#decide('answerAfterMs', 0, seen));
    if (status === noAnswer) response.destroy();
    else response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end();
  }

  #see(request: IncomingMessage, body: Buffer): Seen {
    this.#place += 1;
    const nowMs = clock.wallMs();
    this.#arrivals = [...this.#arrivals.filter((atMs) => nowMs - atMs <= togetherMs), nowMs];
    const placeOnConnection = (this.#placesOnConnection.get(request.socket) ?? 0) + 1;
    this.#placesOnConnection.set(request.socket, placeOnConnection);
    const event = parsed(body);
    const seen: Seen = {
      body,
      headers: request.rawHeaders.flatMap((name, at, all): [string, string][] =>
        at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [],
      ),
      event,
      nowS: nowMs / 1000,
      place: this.#place,
      placeOnConnection,
      together: this.#arrivals.length,
      restarts: this.#restarts,
      before: this.#before === undefined ? undefined : { ...this.#before, before: undefined },
      isAfterRefusal: this.#wasRefused,
      isRepeat: this.#accepted.has(event?.id),
      isKnownJob: isObject(event?.data) && this.#accepted.has(event.data.id),
      newest: () => this.#before?.event,
    };
    this.#before = seen;
    return seen;
  }

  async #receive(seen: Seen): Promise<number> {
    const verified = this.#decide('verified', this.#verify(seen), seen);
    const accepted = verified && seen.event !== undefined && this.#decide('understands', true, seen);
    this.#wasRefused = !accepted;
    if (seen.event === undefined) return this.#decide('status', 400, seen);
    if (accepted) {
      this.#accepted.add(seen.event.id);
      if (isObject(seen.event.data)) this.#accepted.add(seen.event.data.id);
      await clock.pause(this.#decide('workMs', 0, seen));
    }
    await this.#handle(this.#decide('event', seen.event, seen), accepted, seen);
    return this.#decide('status', accepted ? 200 : 400, seen);
  }

  async #handle(event: JsonObject, accepted: boolean, seen: Seen): Promise<void> {
    const identity = this.#decide('identity', String(event.id), seen);
    const earlier = this.#notes.get(identity);
    const note = earlier && { ...earlier, othersSince: this.#noted - earlier.place };
    const known = this.#decide('known', note !== undefined, seen, note);
    if (earlier !== undefined) earlier.cameAgain += 1;
    await clock.pause(this.#decide('noteAfterMs', 0, seen));
    if (!known && (accepted || this.#decide('notesRefused', false, seen))) {
      this.#noted += 1;
      this.#notes.set(identity, {
        notedS: clock.wallMs() / 1000,
        restarts: this.#restarts,
        cameAgain: 0,
        place: this.#noted,
      });
    }
    const count = accepted
      ? this.#decide('effects', known ? 0 : 1, seen, note)
      : this.#decide('effectsOfRefused', 0, seen);
    const afterMs = this.#decide('effectAfterMs', 0, seen);
    const takeEffect = () => {
      const id = String(event.id);
      if (count > 0) this.#effects.set(id, { count: (this.#effects.get(id)?.count ?? 0) + count, event });
    };
    if (afterMs === 0) takeEffect();
    else void clock.pause(afterMs).then(takeEffect);
  }

  #verify(seen: Seen): boolean {
    const headers = this.#decide('headers', seen.headers, seen);
    const header = headers.find(([name]) => name.toLowerCase() === 'svc-signature')?.[1] ?? '';
    const elements = this.#decide('elements', elementsOf(header), seen);
    const stamps = elements.filter(([name]) => name === 't').map(([, value]) => value);
    const stamp = this.#decide(
      'stamp',
      stamps.find((value) => /^\d{1,15}$/.test(value)),
      seen,
    );
    if (stamp === undefined) return false;
    const tolerance = this.#decide('toleranceS', { past: 300, future: 300 }, seen);
    const aheadS = this.#decide('aheadS', Number(stamp) - Math.floor(seen.nowS), seen);
    if (aheadS > tolerance.future || -aheadS > tolerance.past) return false;
    const parts = [
      this.#decide('signedStamp', stamp, seen),
      this.#decide('separator', '.', seen),
      this.#decide('signedBody', seen.body, seen),
    ];
    const base = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const candidates = elements.filter(([name]) => name === 'v1').map(([, value]) => value);
    const given = this.#decide('candidates', candidates, seen);
    const matches = this.#decide('matches', isSame, seen);
    const keys = this.#decide('keys', this.#secrets, seen);
    const wanted = this.#decide('bases', [base], seen).flatMap((one) =>
      keys.map((key) => createHmac('sha256', key).update(one).digest('hex')),
    );
    return given.some((value) => wanted.some((one) => matches(value, one)));
  }

  #decide<Name extends DecisionName>(name: Name, good: Decisions[Name], seen: Seen, note?: Note): Decisions[Name] {
    const change = this.#changes[name] as Change<Name> | undefined;
    return change === undefined ? good : change(good, seen, note);
  }
}

const elementsOf = (header: string): [string, string][] =>
  header.split(',').flatMap((element): [string, string][] => {
    const at = element.indexOf('=');
    return at < 0 ? [] : [[element.slice(0, at).trim(), element.slice(at + 1).trim()]];
  });

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function parsed(body: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
