import 'server-only';
import type { IncomingMessage } from 'node:http';
import { env } from '#lib/platform/env.ts';
import type { CallbackHeaders } from './answer-request.ts';

/** Node's headers, read as the web's are. */
export class IncomingHeaders implements CallbackHeaders {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  get(name: string): string | null {
    if (name === 'x-forwarded-for' && env.TRUST_PROXY === 0)
      return this.#request.socket.remoteAddress ?? null;
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  /** Without a proxy of ours in front, what a request says of where it comes from is its sender's invention. */
  *[Symbol.iterator](): Iterator<[string, string]> {
    const { headers, socket } = this.#request;
    const isBelieved = env.TRUST_PROXY > 0;
    for (const name of Object.keys(headers))
      if (isBelieved || name !== 'x-forwarded-for') yield [name, this.get(name) ?? ''];
    if (!isBelieved && socket.remoteAddress !== undefined) yield ['x-forwarded-for', socket.remoteAddress];
  }
}
