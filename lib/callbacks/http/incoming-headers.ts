import 'server-only';
import type { IncomingMessage } from 'node:http';
import { env } from '#lib/platform/env.ts';
import type { CallbackHeaders } from './answer-request.ts';

/** Node's request headers with the interface of `Headers`. */
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

  /** Without a trusted proxy, X-Forwarded-For is set by the sender, so the socket's address replaces it. */
  *[Symbol.iterator](): Iterator<[string, string]> {
    const { headers, socket } = this.#request;
    const isProxyTrusted = env.TRUST_PROXY > 0;
    for (const name of Object.keys(headers))
      if (isProxyTrusted || name !== 'x-forwarded-for') yield [name, this.get(name) ?? ''];
    if (!isProxyTrusted && socket.remoteAddress !== undefined)
      yield ['x-forwarded-for', socket.remoteAddress];
  }
}
