import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBytes } from '../api/body.ts';
import { ApiError } from '../api/errors.ts';

/**
 * Refuses requests that another site's page sends through a visitor's browser. Programs don't send such headers.
 * The documented operations have their own authorization.
 */
export function refuseOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.url.startsWith('/api/v1/')) return;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ApiError(403, 'FORBIDDEN', 'This request comes from another site.');
  });
}

/** Parses the fields of a posted form. */
export function readForm(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.from(readBytes(request)).toString('utf8'));
}

/** Returns a trimmed field, or undefined where it is empty or missing. */
export function readField(form: URLSearchParams, name: string): string | undefined {
  const value = form.get(name)?.trim() ?? '';
  return value === '' ? undefined : value;
}
