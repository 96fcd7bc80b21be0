import { type Delivery, deliveriesSeen } from '../../support/deliveries.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** The elements of a signature header: name and value, blanks around them cut. */
function elementsOf(header: string): readonly (readonly [name: string, value: string])[] {
  return header.split(',').map((element) => {
    const at = element.indexOf('=');
    return at < 0 ? [element.trim(), ''] : [element.slice(0, at).trim(), element.slice(at + 1).trim()];
  });
}

type Elements = ReturnType<typeof elementsOf>;

function inHeader(look: (elements: Elements, header: string) => Look): (delivery: Delivery) => Look {
  return ({ signature }) =>
    signature === undefined || signature === '' ? undefined : look(elementsOf(signature), signature);
}

const named = (elements: Elements, name: string) =>
  elements.filter(([candidate]) => candidate === name).map(([, value]) => value);

/** Blanks after commas and further elements are ones that freedom F096 warns about. */
function separators(elements: Elements, header: string): Look {
  const malformed = header.split(',').some((element) => !/^\s*[A-Za-z][\w-]*=[^=\s]+={0,2}\s*$/.test(element));
  if (malformed || /[;|]/.test(header)) return heldIf(false, 'name=value entries separated by commas', header);
  const others = elements.filter(([name]) => name !== 't' && name !== 'v1');
  if (/\s/.test(header) || others.length > 0)
    return { doubtful: { expected: 't and v1 entries, no blanks', observed: header } };
  return 'held';
}

const eachV1 = (holds: (value: string) => boolean, wanted: string) =>
  inHeader((elements) => {
    const values = named(elements, 'v1');
    return values.length === 0
      ? undefined
      : heldIf(
          values.every(holds),
          wanted,
          values.find((value) => !holds(value)),
        );
  });

/** The signature header of every delivery (Events › Delivery; Signature, 1). */
export default standingTable(deliveriesSeen, {
  'signature.header.timestamp-present': inHeader((elements, header) =>
    heldIf(named(elements, 't').length === 1, 'one entry t', header),
  ),
  'signature.header.timestamp-seconds': inHeader((elements) => {
    const [t] = named(elements, 't');
    return t === undefined ? undefined : heldIf(/^[1-9]\d{8,10}$/.test(t), 't in whole unix seconds', t);
  }),
  'signature.header.v1-present': inHeader((elements, header) =>
    heldIf(named(elements, 'v1').length > 0, 'at least one entry v1', header),
  ),
  'signature.header.separators': inHeader(separators),
  'signature.header.lowercase': eachV1((value) => value === value.toLowerCase(), 'v1 without upper-case letters'),
  'signature.header.hexadecimal': eachV1((value) => /^[0-9a-fA-F]{64}$/.test(value), 'v1 of 64 hexadecimal digits'),
  'signature.header.timestamp-first': inHeader((elements, header) =>
    heldIf(elements[0]?.[0] === 't', 't before v1', header),
  ),
});
