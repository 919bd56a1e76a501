import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBytes } from '../api/body.ts';
import { ApiError } from '../api/errors.ts';

/**
 * Lets no other site's page play with the sandbox through the browser of whoever looks at it; programs send no
 * such header. The documented operations have their own lock.
 */
export function refuseOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.url.startsWith('/api/v1/')) return;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ApiError(403, 'FORBIDDEN', 'This request comes from another site.');
  });
}

/** The fields of a posted form. */
export function readForm(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.from(readBytes(request)).toString('utf8'));
}

/** A field without blanks around it; undefined where it is empty or not there. */
export function field(form: URLSearchParams, name: string): string | undefined {
  const value = form.get(name)?.trim() ?? '';
  return value === '' ? undefined : value;
}
