import type { Draw } from './draw.ts';

/** A route with a body that it accepts, as JSON text of each field. */
export interface FuzzRoute {
  readonly method: string;
  path(draw: Draw, account: string): string;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether it makes an account fail on demand. */
  readonly isTrouble?: boolean;
}

export const noFields: FuzzRoute['fields'] = { x: '1' };
