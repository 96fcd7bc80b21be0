/** A call of an endpoint, as far as its form is read. */
interface Called {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly rawBody: Uint8Array;
}

/** Whether the endpoint was asked with a form, as the common format of transcriptions is when the gateway sends the file itself. */
export function isForm({ headers }: Pick<Called, 'headers'>): boolean {
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^multipart\/form-data\b/i.test(value.trim()),
  );
}

/** Whether a form holds a text as it is; its line ends are those of a form. */
export function formHolds({ rawBody }: Pick<Called, 'rawBody'>, text: string): boolean {
  return withoutReturns(new TextDecoder().decode(rawBody)).includes(withoutReturns(text));
}

const withoutReturns = (text: string) => text.replaceAll('\r', '');
