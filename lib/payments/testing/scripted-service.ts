import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { listenAsService } from '#lib/platform/testing/listen-as-service.ts';

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

/** Starts it as the service of this process. */
export async function startScriptedService(): Promise<ScriptedService> {
  let answer: Responder = respondWith(503);
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const paymentId = request.url?.split('/').at(-1) ?? '';
    asked.push(paymentId);
    answer(response, paymentId);
  });
  await listenAsService(server);
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
