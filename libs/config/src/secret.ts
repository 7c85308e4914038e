import { inspect } from 'node:util';

const hidden = '[secret]';

/** A value that never prints: not in logs, not in JSON, not in an error. Only `reveal` gives it. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return hidden;
  }
  toJSON(): string {
    return hidden;
  }
  [inspect.custom](): string {
    return hidden;
  }
}
