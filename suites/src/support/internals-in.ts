/** What shows the inside of a program in a text. Every repetition is bounded, so that a long text costs no more than its length. */
const traces: readonly RegExp[] = [
  // JavaScript
  /\bat [^\n()]{1,120} \([^\s()]{1,200}:\d{1,7}:\d{1,7}\)/,
  /\bat (?:async )?[^\s()]{1,200}\.[cm]?[jt]sx?:\d{1,7}:\d{1,7}/,
  /\bnode:[\w/]{1,80}:\d{1,7}:\d{1,7}/,
  // Python
  /Traceback \(most recent call last\)/,
  /File "[^"\n]{1,200}", line \d{1,7}/,
  // Go
  /\bgoroutine \d{1,9} \[[^\]\n]{1,80}\]/,
  /[\w./@-]{1,200}\.go:\d{1,7}\b/,
  // Java and its relatives
  /\bat [\w$.]{1,200}\((?:[\w$]{1,80}\.(?:java|kt|scala|groovy):\d{1,7}|Native Method|Unknown Source)\)/,
  // .NET
  /\) in [^\n]{1,200}\.(?:cs|fs|vb):line \d{1,7}/,
  // Rust
  /\bthread '[^'\n]{0,80}' (?:\(\d{1,9}\) )?panicked at\b/,
  /[\w./@-]{1,200}\.rs:\d{1,7}:\d{1,7}/,
  // PHP and Ruby
  /[\w./@-]{1,200}\.php(?: on line |:|\()\d{1,7}/,
  /[\w./@-]{1,200}\.rb:\d{1,7}:in\b/,
];

const paths: readonly RegExp[] = [
  // A folder of the system with something below: what a URL or an id holds stands behind a letter or another slash.
  /(?<![\w/.:@-])\/(?:usr|home|opt|var|srv|Users|private|proc)\/[\w.@-]{1,80}\/[\w.@-]{0,80}\w/,
  /(?<![\w/.:@-])\/(?:etc|root|tmp)\/[\w.@-]{0,80}\w/,
  // Paths of a web page begin like these: only a source file is one.
  /(?<![\w/.:@-])\/(?:app|src|code|workspace|build)\/[\w./@-]{1,200}\.(?:[cm]?[jt]sx?|py|go|rb|rs|php|java|kt|cs|exs?)\b/,
  /\b(?:node_modules|site-packages|dist-packages)\/[\w@.-]{1,80}/,
  /(?<![A-Za-z])[A-Za-z]:\\[\w .-]{1,80}\\/,
];

const addresses: readonly RegExp[] = [
  /\b(?:connect|getaddrinfo|read|write|bind) E[A-Z_]{4,20} [\w.:[\]-]{0,200}[\w\]]/,
  /\bdial (?:tcp|udp)[46]? [\w.:[\]-]{0,200}[\w\]]/,
];

/** What a text shows of the program that wrote it: a line of a stack trace, the path of a file, or the address of a machine; undefined: nothing. */
export function internalsIn(text: string): string | undefined {
  for (const pattern of [...traces, ...paths, ...addresses]) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
