import type { DriverOperation } from '@gateproof/spec';
import { groups } from './fields.ts';

/** What is known of a call when something of it passes a border. */
export interface Sight {
  readonly op: DriverOperation;
  /** Which call of its client this is, from 1. */
  readonly call: number;
  /** Whether the client has sent a request again, in this call or before. */
  readonly hasRetried: boolean;
  /** Whether another call runs at the same time. */
  readonly isBeside: boolean;
}

const media: readonly DriverOperation[] = [...groups.jobs, ...groups.output];

/** When a mutant does wrong. */
export const moments = {
  always: () => true,
  second: ({ call }) => call === 2,
  streaming: ({ op }) => op === 'chat_stream',
  media: ({ op }) => media.includes(op),
  'after-retry': ({ hasRetried }) => hasRetried,
  beside: ({ isBeside }) => isBeside,
} as const satisfies Readonly<Record<string, (sight: Sight) => boolean>>;
export type Moment = keyof typeof moments;

/** The moments by which calls of these operations differ. */
export function momentsOf(ops: readonly DriverOperation[]): readonly Moment[] {
  const [streams, works] = [ops.includes('chat_stream'), ops.some((op) => media.includes(op))];
  const isMixed = (isThere: boolean, of: readonly DriverOperation[]) => isThere && ops.some((op) => !of.includes(op));
  return (Object.keys(moments) as Moment[]).filter((moment) => {
    if (moment === 'streaming') return isMixed(streams, ['chat_stream']);
    return moment === 'media' ? isMixed(works, media) : true;
  });
}

/** What a rule speaks of that is about the moment. */
export const wordsOfMoments: Readonly<Partial<Record<Moment, RegExp>>> = {
  second: /earlier|another call|other call|before/i,
  'after-retry': /earlier|another call|other call|before|retr/i,
  beside: /same time|beside|other call/i,
};
