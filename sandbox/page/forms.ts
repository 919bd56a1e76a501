import type { FastifyRequest } from 'fastify';
import { bytesOf } from '../api/body.ts';
import { ApiError } from '../api/errors.ts';

/** The fields of a posted form. A form of another site is refused. Throws ApiError 403. */
export function formOf(request: FastifyRequest): URLSearchParams {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ApiError(403, 'FORBIDDEN', 'This form belongs to another site.');
  return new URLSearchParams(Buffer.from(bytesOf(request)).toString('utf8'));
}

/** A field without blanks around it; undefined where it is empty or not there. */
export function field(form: URLSearchParams, name: string): string | undefined {
  const value = form.get(name)?.trim() ?? '';
  return value === '' ? undefined : value;
}
