import { inspect } from 'node:util';

interface Showable extends Error {
  toJSON(): Record<string, unknown>;
}

export function showAsData(prototype: Showable): void {
  Object.defineProperty(prototype, inspect.custom, {
    value(this: Showable, _depth: number, options: object, print: typeof inspect): string {
      const { name: _name, message: _message, ...data } = this.toJSON();
      return `${this.stack ?? this.message} ${print(data, options)}`;
    },
  });
}
