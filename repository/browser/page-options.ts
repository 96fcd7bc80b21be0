/** How pages are looked at. */
export interface PageOptions {
  /** Path without its end of the pictures that are drawn; undefined: none. */
  readonly drawTo: string | undefined;
  /** Most processor time, in ms, that a large page may take to open, and to filter. */
  readonly mostMs: number;
}
