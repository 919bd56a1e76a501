import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

/** How the service answers the reading of one payment. */
export type Answer = (response: ServerResponse, paymentId: string) => void;

export const saying =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const hangingUp: Answer = (response) => void response.destroy();

/** A service in the stead of the real one, which answers as it is told and notes which payments it was asked for. */
export type FailingService = {
  readonly asked: string[];
  answers(how: Answer): void;
  says(...given: Parameters<typeof saying>): void;
  hangsUp(): void;
  close(): void;
};

/** Begins it and names it to the product: before anything is imported that reads the environment. */
export async function failingService(): Promise<FailingService> {
  let answer: Answer = saying(503);
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
  const answers = (how: Answer) => {
    answer = how;
  };
  return {
    asked,
    answers,
    says: (...given) => answers(saying(...given)),
    hangsUp: () => answers(hangingUp),
    close: () => void server.close(),
  };
}
