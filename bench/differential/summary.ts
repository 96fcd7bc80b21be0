import type { WireAnswer } from '../fuzz/read-answers.ts';

/** What the contract decides of an answer, in one line: ids, times, words and whatever it leaves open are not in it. */
export function summaryOf(answer: WireAnswer | undefined): string {
  if (answer === undefined) return 'no answer';
  const { status, head, body } = answer;
  if (/\r\ncontent-type: *text\/event-stream/.test(head)) return `${status} ${streamSummary(body)}`;
  const value = parsed(body);
  return `${status} ${JSON.stringify(decided(value))}`;
}

/** Everything of an answer but ids, times, secrets and signatures: for two stores of one gateway. */
export function maskedOf(answer: WireAnswer | undefined): string {
  if (answer === undefined) return 'no answer';
  const head = answer.head.split('\r\n').filter((line) => !/^(date|x-svc-request-id):/.test(line));
  return mask(`${head.join('\n')}\n\n${answer.body}`);
}

function mask(text: string): string {
  return text
    .replace(/\b(req|gen|job|acc|key|evt|whd|wh|chatcmpl)[_-][A-Za-z0-9_-]+/g, '<$1>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"created":\d+/g, '"created":<time>')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, '<base>')
    .replace(/expires=\d+&signature=[0-9a-f]+/g, '<signature>')
    .replace(/"retry_after_ms":\d+/g, '"retry_after_ms":<time>')
    .replace(/content-length: \d+/g, 'content-length: <n>');
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

function decided(value: unknown): unknown {
  const fields = fieldsOf(value);
  const { error, object, choices, state } = fields;
  if (typeof state === 'string') return jobPart(fields);
  if (error !== undefined) return errorPart(fieldsOf(error));
  if (object === 'list') return { models: idsOf(fields.data) };
  if (object === 'model') return { id: fields.id, modality: fields.modality };
  if (Array.isArray(choices)) return { model: fields.model, reply: fieldsOf(fieldsOf(choices[0]).message).content };
  if (Array.isArray(fields.generations)) return { generations: fields.generations.length };
  return Object.keys(fields).length === 0 ? null : { keys: Object.keys(fields).sort() };
}

function errorPart({ code, kind, param, attempts, retry_after_ms: wait }: Fields): Fields {
  return { code, kind, param, attempts: Array.isArray(attempts) ? attempts.length : 0, waits: wait !== undefined };
}

function jobPart({ state, modality, model, output, error }: Fields): Fields {
  const { code } = fieldsOf(error);
  return { state, modality, model, outputs: Array.isArray(output) ? output.length : 0, code: code ?? null };
}

/** The built-in models of a gateway are its own affair. */
function idsOf(data: unknown): readonly string[] {
  const ids = Array.isArray(data) ? data.map((model) => String(fieldsOf(model).id)) : [];
  return ids.filter((id) => id.startsWith('diff/')).sort();
}

function streamSummary(body: string): string {
  const events = body.split(/\r?\n\r?\n/).flatMap((event) => /^data: ?(.*)$/m.exec(event)?.[1] ?? []);
  const chunks = events.filter((data) => data !== '[DONE]').map((data) => fieldsOf(parsed(data)));
  const texts = chunks.flatMap(({ choices }) =>
    (Array.isArray(choices) ? choices : []).map((choice) => fieldsOf(fieldsOf(choice).delta).content),
  );
  const failed = chunks.find(({ error }) => error !== undefined);
  const text = texts.filter((content) => typeof content === 'string').join('');
  return JSON.stringify({
    text,
    error: failed === undefined ? null : errorPart(fieldsOf(failed.error)),
    done: events.at(-1) === '[DONE]',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
