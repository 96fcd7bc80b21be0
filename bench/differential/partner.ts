import net from 'node:net';
import { clock } from '../clock.ts';
import { readAnswer, type WireAnswer } from '../fuzz/read-answers.ts';
import type { Asked, KeyName, Step } from './asked.ts';
import type { Endpoint } from './endpoint.ts';
import type { Party } from './party.ts';

const limitMs = 30_000;
const mostReads = 400;
const final = /"state": ?"(succeeded|failed|canceled)"/;

type Keys = Readonly<Record<KeyName, string | undefined>>;

/** One party with the account that everything happens in. */
export class Partner {
  readonly party: Party;
  readonly #keys: Keys;
  readonly #account: string;
  readonly #jobs: string[] = [];

  private constructor(party: Party, account: string, keys: Keys) {
    this.party = party;
    this.#account = account;
    this.#keys = keys;
  }

  /** Makes the same account, keys and models at every party. */
  static async arrange(party: Party, endpoint: Endpoint): Promise<Partner> {
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${party.url}${party.testbed}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${party.name}: ${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? undefined : JSON.parse(await answer.text());
    };
    const { id, key } = await ask('POST', '/accounts', { credit_usd: 1_000 });
    const account = `/accounts/${id}`;
    const make = (restrictions: object) => ask('POST', `${account}/keys`, restrictions);
    for (const model of modelsOf(endpoint)) await ask('POST', `${account}/models`, model);
    const [restricted, deleted, expired, capped] = await Promise.all(
      [{ models: ['diff/text'] }, {}, { expires_at: '2020-01-01T00:00:00Z' }, { monthly_cap_usd: 0.000001 }].map(make),
    );
    await ask('DELETE', `${account}/keys/${deleted.id}`);
    const secrets = {
      restricted: restricted.secret,
      deleted: deleted.secret,
      expired: expired.secret,
      capped: capped.secret,
    };
    return new Partner(party, account, {
      main: key.secret,
      ...secrets,
      unknown: 'sk-nobody-has-this',
      none: undefined,
    });
  }

  /** The answers to a step, lane by lane. */
  answers(step: Step): Promise<readonly (readonly WireAnswer[])[]> {
    return Promise.all(step.map((lane) => this.#lane(lane)));
  }

  async #lane(lane: readonly Asked[]): Promise<readonly WireAnswer[]> {
    let answers = await this.#exchange(lane);
    for (
      let read = 0;
      lane[0]?.untilFinal === true && !final.test(answers[0]?.body ?? '') && read < mostReads;
      read += 1
    ) {
      await clock.pause(10);
      answers = await this.#exchange(lane);
    }
    for (const [place, { label }] of lane.entries()) {
      const { status, body = '' } = answers[place] ?? {};
      if (label === 'job' && status === 202) this.#jobs.push(JSON.parse(body).id);
    }
    return answers;
  }

  /** Writes all requests at once on a connection of their own, and reads until each is answered or the connection ends. */
  #exchange(lane: readonly Asked[]): Promise<readonly WireAnswer[]> {
    const { hostname, port } = new URL(this.party.url);
    return new Promise((resolve) => {
      let bytes = Buffer.alloc(0);
      const socket = net.connect({ host: hostname, port: Number(port) });
      const settle = (hasEnded: boolean) => {
        const answers = answersIn(bytes, lane, hasEnded);
        if (!hasEnded && answers.length < lane.length) return;
        cancel();
        socket.removeAllListeners().on('error', () => undefined);
        socket.destroy();
        resolve(answers);
      };
      const cancel = clock.after(limitMs, () => settle(true));
      socket.on('data', (piece) => {
        bytes = Buffer.concat([bytes, piece]);
        settle(false);
      });
      socket.on('error', () => settle(true)).on('close', () => settle(true));
      socket.write(lane.map((asked) => this.#bytesOf(asked)).join(''));
    });
  }

  #bytesOf({ method, path, key = 'main', body, headers = {} }: Asked): string {
    const secret = this.#keys[key];
    const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const where = path
      .replace(/\{job (\d+)\}/, (_, number) => this.#jobs[Number(number)] ?? 'job_none')
      .replace('{account}', this.party.testbed + this.#account);
    const lines = [
      `${method} ${where} HTTP/1.1`,
      'Host: localhost',
      ...(secret === undefined ? [] : [`Authorization: Bearer ${secret}`]),
      ...(body === undefined ? [] : ['Content-Type: application/json']),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(sent)}`,
    ];
    return `${lines.join('\r\n')}\r\n\r\n${sent}`;
  }
}

function answersIn(bytes: Buffer, lane: readonly Asked[], hasEnded: boolean): readonly WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let at = 0; answers.length < lane.length && at < bytes.length; ) {
    const answer = readAnswer(bytes, at, hasEnded, lane[answers.length]?.method ?? 'GET');
    if (answer === undefined) break;
    answers.push(answer);
    at = answer.end;
  }
  return answers;
}

function modelsOf({ serving, broken }: Endpoint): readonly object[] {
  const price_usd = 0.01;
  return [
    { id: 'diff/text', modality: 'text', endpoints: [serving], price_usd },
    { id: 'diff/other', modality: 'text', endpoints: [serving], price_usd },
    { id: 'diff/pair', modality: 'text', endpoints: [broken, serving], price_usd },
    { id: 'diff/broken', modality: 'text', endpoints: [broken], price_usd },
    { id: 'diff/small', modality: 'text', endpoints: [serving], context_window: 8, price_usd },
    { id: 'diff/image', modality: 'image', endpoints: [serving], price_usd },
    { id: 'diff/audio', modality: 'audio_stt', endpoints: [serving], price_usd },
  ];
}
