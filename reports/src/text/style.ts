import picocolors from 'picocolors';

/** The few ways in which reports set text apart. Each returns its text unchanged when colour is off. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** Colours by picocolors when `colour` is true, plain text otherwise. Whether to colour is the caller's decision. */
export function styleFor(colour: boolean): Style {
  return picocolors.createColors(colour);
}
