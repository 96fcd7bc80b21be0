import { type Delivery, type EventType, eventTypes, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { hourMs, limitOf } from '@gateproof/spec';
import { type Forgery, json, signingWith, spellAs } from './forgery.ts';
import { reversed } from './respelled.ts';
import { short, withJob, withOutputs } from './shaped-jobs.ts';

/** A form in which a genuine delivery may come. Two forms of one aspect exclude each other. */
export interface DeliveryForm {
  /** True where a conformant gateway does not send it: who stumbles over it is warned about at most. */
  readonly isForeign?: true;
  /** Goes on after "a delivery". */
  readonly what: string;
  readonly aspect:
    | 'job'
    | 'text'
    | 'spelling'
    | 'type'
    | 'names'
    | 'transfer'
    | 'secret'
    | 'signature'
    | 'time'
    | 'age';
  /** True where no other rule is about it. */
  readonly hasNoRule?: true;
  /** True where its job has more than one output. */
  readonly hasOutputs?: true;
  /** The types of event that can have it. Default: all. */
  readonly types?: readonly EventType[];
  event?(event: WebhookEvent, world: ReceiverWorld): WebhookEvent;
  spell?(text: string): string;
  /** The secret that signs, where it is not the newest. */
  secret?(world: ReceiverWorld): string | undefined;
  /** Of the right signature header. */
  header?(header: string): string;
  readonly headers?: NonNullable<Delivery['headers']>;
  readonly with?: Pick<Delivery, 'spellName' | 'pieceBytes' | 'ownConnection'>;
  /** Seconds from now to its `t`. */
  readonly aheadS?: number;
}

const wrong = 'a'.repeat(64);
const otherWrong = '0123456789abcdef'.repeat(4);
const foreignText = 'Zoë, 日本語, عربي, \u{1F3A8}, e\u0301';
const toleranceS = limitOf('webhook signature tolerance');
/** Well within the tolerance for every clock that may be off; an old t only gets older while its delivery is under way or tried again. */
const within = { oldS: toleranceS - 60, aheadS: toleranceS - 15, createdAheadS: toleranceS - 60 };
const succeeded: readonly EventType[] = ['job.succeeded'];
const nested = (depth: number): unknown => (depth === 0 ? 'inside' : { next: nested(depth - 1) });

/** Each form by itself is a genuine delivery, and has a rule of its own. */
export const deliveryForms: readonly DeliveryForm[] = [
  {
    what: 'of a job with three outputs',
    hasOutputs: true,
    aspect: 'job',
    types: succeeded,
    event: (event, world) => withOutputs(event, world, 3),
  },
  // Above 64 KiB, and in every spelling below the hundred thousand bytes at which common frameworks stop to read.
  {
    what: 'of about 70 kB',
    hasNoRule: true,
    hasOutputs: true,
    aspect: 'job',
    event: (event, world) =>
      event.type === 'job.succeeded'
        ? withOutputs(event, world, 225)
        : withJob(event, { notes: 'note '.repeat(14_000) }),
  },
  { what: 'of a job without its optional fields', aspect: 'job', event: short },
  {
    what: 'of a job that retries another one',
    aspect: 'job',
    event: (event, world) => withJob(event, { retry_of: `job_${world.unique('earlier')}` }),
  },
  {
    what: 'of a transcription',
    hasNoRule: true,
    aspect: 'job',
    event: (event) => withJob(event, { modality: 'audio_stt', model: 'other/listener' }),
  },
  {
    what: 'of a canceled job with an error',
    aspect: 'job',
    hasNoRule: true,
    types: ['job.canceled'],
    event: (event) =>
      withJob(event, { error: { code: 'request_timeout', kind: 'timeout', scope: 'request', message: 'Stopped.' } }),
  },
  {
    what: 'with unknown fields, deep in each other',
    hasNoRule: true,
    aspect: 'text',
    event: (event) => withJob(event, { more: nested(8), few: [] }),
  },
  {
    what: 'with text beyond ASCII',
    aspect: 'text',
    event: (event) => withJob(event, { progress: { percent: 100, phase: foreignText, queue_position: 0 } }),
  },
  {
    what: 'with a number of many digits',
    aspect: 'text',
    event: (event) => withJob(event, { progress: { percent: 99.98765432109876, phase: 'done', queue_position: 0 } }),
  },
  {
    what: 'whose body has several lines',
    aspect: 'spelling',
    spell: (text) => JSON.stringify(JSON.parse(text), null, 2),
  },
  { what: 'whose body has blanks around it', aspect: 'spelling', spell: (text) => `\n ${text} \r\n` },
  {
    what: 'whose body has escapes',
    aspect: 'spelling',
    spell: (text) =>
      text
        .replaceAll('/', '\\/')
        .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replace('"phase":"', '"phase":"\\u0041 '),
  },
  {
    what: 'whose fields stand in another order',
    aspect: 'spelling',
    spell: (text) => JSON.stringify(reversed(JSON.parse(text))),
  },
  {
    what: 'with a charset',
    isForeign: true,
    aspect: 'type',
    headers: [['Content-Type', 'application/json; charset=utf-8']],
  },
  { what: 'with a further header', aspect: 'type', headers: [['X-Trace', '0af7651916cd43dd']] },
  // As common HTTP libraries send a body that is not small. Who sends need not wait for the answer 100.
  { what: 'with Expect: 100-continue', hasNoRule: true, aspect: 'type', headers: [['Expect', '100-continue']] },
  { what: 'with header names in small letters', aspect: 'names', with: { spellName: (name) => name.toLowerCase() } },
  { what: 'that arrives in pieces', aspect: 'transfer', with: { pieceBytes: 4_000 } },
  { what: 'over a connection of its own', aspect: 'transfer', with: { ownConnection: true } },
  { what: 'that the oldest of its secrets signs', aspect: 'secret', secret: ({ secrets }) => secrets.at(-1) },
  {
    what: 'whose t stands last',
    isForeign: true,
    aspect: 'signature',
    header: (header) => header.replace(/^(t=[^,]*),(.*)$/, '$2,$1'),
  },
  {
    what: 'with an element of an unknown label',
    isForeign: true,
    aspect: 'signature',
    header: (header) => `${header},v0=${wrong}`,
  },
  {
    what: 'with a v1 in front that does not match',
    aspect: 'signature',
    header: (header) => header.replace(',', `,v1=${wrong},`),
  },
  {
    what: 'with two v1 around the right one that do not match',
    aspect: 'signature',
    header: (header) => `${header.replace(',', `,v1=${wrong},`)},v1=${otherWrong}`,
  },
  {
    what: 'with two v1 in front that do not match',
    aspect: 'signature',
    header: (header) => header.replace(',', `,v1=${wrong},v1=${otherWrong},`),
  },
  {
    what: 'with a v1 at the end that does not match',
    aspect: 'signature',
    header: (header) => `${header},v1=${wrong}`,
  },
  { what: `whose t is ${within.oldS} seconds old`, aspect: 'time', aheadS: -within.oldS },
  { what: `whose t is ${within.aheadS} seconds ahead`, aspect: 'time', aheadS: within.aheadS },
  // As from a gateway whose clock is ahead.
  {
    what: `whose t and created_at are ${within.createdAheadS} seconds ahead`,
    hasNoRule: true,
    aspect: 'time',
    aheadS: within.createdAheadS,
    event: (event, world) => ({
      ...event,
      created_at: new Date((world.nowS() + within.createdAheadS) * 1000).toISOString(),
    }),
  },
  {
    what: 'of an event that is half a day old',
    aspect: 'age',
    event: (event, world) => ({ ...event, created_at: new Date(world.nowS() * 1000 - 12 * hourMs).toISOString() }),
  },
];

const foreignLast = (all: readonly (readonly DeliveryForm[])[]): readonly (readonly DeliveryForm[])[] =>
  all.toSorted((one, other) => Number(hasForeign(one)) - Number(hasForeign(other)));

/** Whether no conformant gateway sends one of these forms. */
export const hasForeign = (forms: readonly DeliveryForm[]): boolean => forms.some(({ isForeign }) => isForeign);

/** Forms of what is forged: there is no size up to which a receiver must verify. */
export const forgedForms: readonly DeliveryForm[] = [
  ...deliveryForms,
  { what: 'of about 130 kB', aspect: 'job', event: (event) => withJob(event, { notes: 'note '.repeat(26_000) }) },
];

/** The types of event that can have all of these forms. */
export const typesOf = (forms: readonly DeliveryForm[]): readonly EventType[] =>
  eventTypes.filter((type) => forms.every(({ types }) => types === undefined || types.includes(type)));

/** Whether a delivery can have both forms. */
export const goTogether = (one: DeliveryForm, other: DeliveryForm): boolean =>
  one.aspect !== other.aspect && typesOf([one, other]).length > 0;

/** Of what several types of event can have, each type takes its part; what no conformant gateway sends comes last. */
export function takenBy(type: EventType, all: readonly (readonly DeliveryForm[])[]) {
  const taken = all.filter((forms, place) => {
    const types = typesOf(forms);
    return types[place % types.length] === type;
  });
  return foreignLast(taken);
}

/** How the forms are called together. */
export const describeForms = (forms: readonly DeliveryForm[]): string => forms.map(({ what }) => what).join(', ');

/** A delivery of the event in these forms, genuine but for what `forge` makes of it. */
export function inForms(
  world: ReceiverWorld,
  plain: WebhookEvent,
  forms: readonly DeliveryForm[],
  forge?: Forgery,
): Delivery {
  const event = forms.reduce((shaped, form) => form.event?.(shaped, world) ?? shaped, plain);
  spellAs(
    event,
    forms.reduce((text, form) => form.spell?.(text) ?? text, JSON.stringify(event)),
  );
  const secret = forms.find((form) => form.secret !== undefined)?.secret?.(world);
  const forged = forge?.(event, secret === undefined ? world : signingWith(world, secret)) ?? {};
  const { signature, headers = [] } = forged;
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  const others = forms.flatMap((form) => form.headers ?? []).filter(([name]) => !named.has(name.toLowerCase()));
  const aheadS = forms.find((form) => form.aheadS !== undefined)?.aheadS;
  return {
    event,
    body: json(event),
    ...Object.assign({}, ...forms.map((form) => form.with ?? {})),
    ...(aheadS === undefined ? {} : { timestamp: Math.floor(world.nowS()) + aheadS }),
    ...(secret === undefined ? {} : { secret }),
    ...forged,
    headers: [...others, ...headers],
    ...(signature === null
      ? {}
      : {
          signature: (right) =>
            forms.reduce(
              (header, form) => form.header?.(header) ?? header,
              signature?.(right) ?? `t=${right.t},v1=${right.v1}`,
            ),
        }),
  };
}
