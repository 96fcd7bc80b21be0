/** What is remembered at most: seeded words are few and short, echoed ones and JSON are not. */
const most = { texts: 1000, length: 24 };

/** Makes each text once, as long as there is room. */
export function remembered(make: (given: string) => string): (given: string) => string {
  const made = new Map<string, string>();
  return (given) => {
    let text = made.get(given);
    if (text === undefined) {
      text = make(given);
      if (made.size < most.texts && given.length <= most.length) made.set(given, text);
    }
    return text;
  };
}
