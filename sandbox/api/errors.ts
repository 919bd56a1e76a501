import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../lifecycle/payment-state.ts';

/** An error of the API. §7 shows neither codes nor the shape of errors, so this one is an assumption. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  constructor(
    status: number,
    code: string,
    message: string,
    fields: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export const notFound = (resource: string): ApiError =>
  new ApiError(404, 'NOT_FOUND', `There is no such ${resource}.`);

export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(value));
}

const getStatus = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;

/** Turns every thrown error into `{error: {code, message, fields}}`. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof ApiError) {
      const { status, code, message, fields } = error;
      return sendJson(reply, status, { error: { code, message, fields } });
    }
    if (error instanceof Refusal)
      return sendJson(reply, 422, {
        error: { code: 'INVALID_REQUEST', message: error.message, fields: error.fields },
      });
    const status = getStatus(error);
    if (status < 500)
      return sendJson(reply, status, {
        error: {
          code: 'BAD_REQUEST',
          message: error instanceof Error ? error.message : 'Bad request',
          fields: {},
        },
      });
    if (error instanceof RangeError)
      return sendJson(reply, 422, {
        error: { code: 'INVALID_REQUEST', message: 'An amount is out of range.', fields: {} },
      });
    console.error(`${request.method} ${request.url} failed:`, error);
    return sendJson(reply, 500, { error: { code: 'INTERNAL', message: 'The sandbox failed.', fields: {} } });
  });
  app.setNotFoundHandler((_request, reply) =>
    sendJson(reply, 404, { error: { code: 'NOT_FOUND', message: 'There is no such address.', fields: {} } }),
  );
}
