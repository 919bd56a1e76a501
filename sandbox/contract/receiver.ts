import { createServer } from 'node:http';

type Received = {
  readonly path: string;
  readonly method: string;
  readonly type: string;
  readonly body: string;
};

/** A merchant's callback address. It stores the requests and answers with the chosen status. */
export type Receiver = {
  readonly url: string;
  /** Returns the received requests that contain this text. The service may send others. */
  readonly findAbout: (text: string) => readonly Received[];
  readonly answerWith: (status: number) => void;
  /** Resolves when this number of requests contain the text. */
  readonly wait: (count: number, text: string, milliseconds?: number) => Promise<readonly Received[]>;
  readonly stop: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  let wake: () => void = () => undefined;
  const about = (text: string) => received.filter(({ body }) => body.includes(text));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(status).end('ok');
      received.push({
        path: request.url ?? '',
        method: request.method ?? '',
        type: request.headers['content-type'] ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
      });
      wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    findAbout: about,
    answerWith: (next) => {
      status = next;
    },
    async wait(count, text, milliseconds = 8_000) {
      const end = Date.now() + milliseconds;
      while (about(text).length < count) {
        const left = end - Date.now();
        if (left <= 0) throw new Error(`${about(text).length} of ${count} callbacks came`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, left);
        });
      }
      return about(text);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
