import {
  type JsonSchema,
  nameOfRef,
  type TestbedOperation,
  testbedOperations,
  testbedSchemas,
} from './testbed-operations.ts';

const head = `"""Client of the testbed protocol.

Made from spec/testbed.openapi.yaml by \`npm run kits\`; change that file, not this one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote

Call = Callable[[str, str, Any], Any]
"""Sends a request below the testbed (method, path, body or None) and returns the JSON of its answer."""
`;

/** The generated module of the kit for Python. */
export function pythonTestbed(): string {
  const types = new Types();
  for (const [name, schema] of testbedSchemas()) types.add(name, schema);
  return `${[head, ...types.texts, clientText(testbedOperations())].join('\n\n')}`;
}

/** Types by their names, those of objects within objects before the ones that have them. */
class Types {
  readonly texts: string[] = [];

  add(name: string, schema: JsonSchema): void {
    if (schema.properties === undefined) {
      this.texts.push(`${name} = ${this.#typeOf(name, schema)}\n`);
      return;
    }
    const { required = [] } = schema;
    const fields = Object.entries(schema.properties).flatMap(([field, value]) => {
      const type = this.#typeOf(name + capitalised(field), value);
      const { description } = value;
      return [
        `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n`,
        ...(description === undefined ? [] : [`    """${oneLine(description)}"""\n`]),
      ];
    });
    const about = schema.description === undefined ? '' : `    """${oneLine(schema.description)}"""\n\n`;
    this.texts.push(`class ${name}(TypedDict):\n${about}${fields.join('')}`);
  }

  #typeOf(name: string, schema: JsonSchema): string {
    if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
    const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    if (words !== undefined) return `Literal[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
    return [schema.type ?? 'object']
      .flat()
      .map((type) => this.#plainType(name, type, schema))
      .join(' | ');
  }

  #plainType(name: string, type: string, schema: JsonSchema): string {
    if (type === 'array') return `list[${this.#typeOf(`${name}Item`, schema.items ?? {})}]`;
    if (type !== 'object') return plainTypes[type] ?? 'Any';
    if (schema.properties === undefined) return 'dict[str, Any]';
    this.add(name, schema);
    return name;
  }
}

const plainTypes: Readonly<Record<string, string>> = {
  ...{ string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' },
};

function clientText(operations: readonly TestbedOperation[]): string {
  const methods = operations.map(({ name, summary, method, path, parameters, request, answer }) => {
    const given = ['self', ...parameters.map((one) => `${one}: str`), ...(request ? [`body: ${request}`] : [])];
    const url =
      parameters.length === 0 ? JSON.stringify(path) : `f"${path.replace(/\{(\w+)\}/g, "{quote($1, safe='')}")}"`;
    return `    def ${snake(name)}(${given.join(', ')}) -> ${answer ?? 'None'}:
        """${summary}"""
        return self._call("${method}", ${url}, ${request ? 'body' : 'None'})
`;
  });
  return `class Testbed:
    """All operations of the protocol, by the names that the document gives them."""

    def __init__(self, call: Call) -> None:
        self._call = call

${methods.join('\n')}`;
}

const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const capitalised = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
