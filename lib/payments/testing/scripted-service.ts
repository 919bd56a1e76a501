import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

/** Answers the read of one payment. */
export type Responder = (response: ServerResponse, paymentId: string) => void;

export const respondWith =
  (status: number, body = '', headers: Record<string, string> = {}): Responder =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const closeConnection: Responder = (response) => void response.destroy();

/** Stands in for the service with the configured answers, and records the requested payments. */
export type ScriptedService = {
  readonly requestedIds: string[];
  answers(how: Responder): void;
  says(...given: Parameters<typeof respondWith>): void;
  hangsUp(): void;
  close(): void;
};

/**
 * Starts the service and sets its address in the environment. Call it before importing anything that reads the
 * environment.
 */
export async function startScriptedService(): Promise<ScriptedService> {
  let answer: Responder = respondWith(503);
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const paymentId = request.url?.split('/').at(-1) ?? '';
    asked.push(paymentId);
    answer(response, paymentId);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.env['SERVICE_BASE_URL'] = `http://127.0.0.1:${address.port}`;
  const answers = (how: Responder) => {
    answer = how;
  };
  return {
    requestedIds: asked,
    answers,
    says: (...given) => answers(respondWith(...given)),
    hangsUp: () => answers(closeConnection),
    close: () => void server.close(),
  };
}
