/** What requests of a kind were always met with, as sentences say it. */
const meetings: Readonly<Record<string, string>> = {
  cut: 'loses its connection before the answer is whole',
  timeout: 'gets no whole answer in time',
};

/** How a cause calls a kind of which every request meets with the same trouble. */
export function lastingCause({ kind, trouble }: { readonly kind: string; readonly trouble: string }): {
  readonly id: string;
  readonly sentence: string;
} {
  return {
    id: `lasting-${kind.replace(/\W+/g, '-').toLowerCase()}`,
    sentence: `Every ${kind} ${meetings[trouble] ?? `is answered with ${trouble}`}.`,
  };
}
