/** When the events of a stream are written: all together, each by itself, or the first ones only while the stream stays open. */
export type Pace = 'together' | 'each' | 'held';
