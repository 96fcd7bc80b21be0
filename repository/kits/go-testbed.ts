import {
  type JsonSchema,
  nameOfRef,
  type TestbedOperation,
  testbedOperations,
  testbedSchemas,
} from './testbed-operations.ts';

const head = `package gateproof

// Made from spec/testbed.openapi.yaml by \`npm run kits\`; change that file, not this one.

import (
	"context"
	"net/url"
)
`;

/** The generated file of the kit for Go, as gofmt would write it. */
export function goTestbed(): string {
  const types = new Types();
  for (const [name, schema] of testbedSchemas()) types.add(name, schema);
  return [head, ...types.texts, ...clientTexts(testbedOperations())].join('\n');
}

/** Types by their names, those of objects within objects before the ones that have them. */
class Types {
  readonly texts: string[] = [];

  add(name: string, schema: JsonSchema): void {
    if (schema.properties === undefined) {
      this.texts.push(
        `// ${name} is one of the values below.\ntype ${name} string\n`,
        valuesText(name, schema.enum ?? []),
      );
      return;
    }
    const { required = [] } = schema;
    // A blank line between fields: gofmt aligns those that stand together.
    const fields = Object.entries(schema.properties).map(([field, value]) => {
      const type = this.#typeOf(name + goName(field), value);
      const isNeeded = required.includes(field);
      const mayLack = isNeeded || /^(\*|\[\]|map)/.test(type) ? type : `*${type}`;
      const comment = value.description === undefined ? '' : `\t// ${oneLine(value.description)}\n`;
      return `${comment}\t${goName(field)} ${mayLack} \`json:"${field}${isNeeded ? '' : ',omitempty'}"\`\n`;
    });
    const about = oneLine(schema.description ?? 'Part of the testbed protocol.');
    this.texts.push(`// ${name}: ${about}\ntype ${name} struct {\n${fields.join('\n')}}\n`);
  }

  #typeOf(name: string, schema: JsonSchema): string {
    if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
    if (schema.enum !== undefined || schema.const !== undefined) return 'string';
    const types = [schema.type ?? 'object'].flat();
    const [type = 'object'] = types.filter((one) => one !== 'null');
    return `${types.includes('null') ? '*' : ''}${this.#plainType(name, type, schema)}`;
  }

  #plainType(name: string, type: string, schema: JsonSchema): string {
    if (type === 'array') return `[]${this.#typeOf(`${name}Item`, schema.items ?? {})}`;
    if (type !== 'object') return plainTypes[type] ?? 'any';
    if (schema.properties === undefined) return 'map[string]any';
    this.add(name, schema);
    return name;
  }
}

const plainTypes: Readonly<Record<string, string>> = {
  ...{ string: 'string', number: 'float64', integer: 'int', boolean: 'bool' },
};

function valuesText(type: string, values: readonly string[]): string {
  const names = values.map((value) => type + goName(value));
  const width = Math.max(0, ...names.map(({ length }) => length));
  const lines = values.map((value, place) => `\t${(names[place] ?? '').padEnd(width)} ${type} = "${value}"\n`);
  return `// Values of ${type}.\nconst (\n${lines.join('')})\n`;
}

function clientTexts(operations: readonly TestbedOperation[]): readonly string[] {
  return [
    `// Testbed has all operations of the protocol, by the names that the document gives them.
type Testbed struct {
	call func(ctx context.Context, method, path string, body, answer any) error
}
`,
    ...operations.map(operationText),
  ];
}

function operationText({ name, summary, method, path, parameters, request, answer }: TestbedOperation): string {
  const strings = parameters.length === 0 ? '' : `, ${parameters.join(', ')} string`;
  const given = `ctx context.Context${strings}${request === undefined ? '' : `, body ${request}`}`;
  const url = JSON.stringify(path.replace(/\{(\w+)\}/g, '"+url.PathEscape($1)+"'))
    .replaceAll('\\"', '"')
    .replace(/\+""$/, '');
  const sent = `ctx, "${method}", ${url}, ${request === undefined ? 'nil' : 'body'}`;
  const body =
    answer === undefined
      ? `\treturn t.call(${sent}, nil)\n`
      : `\tvar answer ${answer}\n\terr := t.call(${sent}, &answer)\n\treturn answer, err\n`;
  const result = answer === undefined ? 'error' : `(${answer}, error)`;
  return `// ${goName(name)}: ${oneLine(summary)}\nfunc (t *Testbed) ${goName(name)}(${given}) ${result} {\n${body}}\n`;
}

/** Words that Go writes in capitals. */
const initialisms: ReadonlySet<string> = new Set(['ca', 'id', 'ip', 'stt', 'tts', 'url', 'usd', 'zdr']);
const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');

/** `createAccount`, `credit_usd` and `rate-limit` as exported names. */
function goName(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter}`).split(/[_-]/);
  return words
    .map((word) => (initialisms.has(word) ? word.toUpperCase() : word.replace(/^./, (first) => first.toUpperCase())))
    .join('');
}
