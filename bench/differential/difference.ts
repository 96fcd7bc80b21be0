import type { Asked } from './asked.ts';

/** Two parties answered the same request in another way. */
export interface Difference {
  readonly step: number;
  readonly asked: Asked;
  readonly between: 'memory and sqlite' | 'memory and python';
  readonly one: string;
  readonly other: string;
}
