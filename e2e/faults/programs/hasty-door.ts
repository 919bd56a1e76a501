import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCallback } from '#lib/callbacks/index.ts';

/** The negative control: answers 200 to a callback and commits it half a second later, which no door may do. */
const server = createServer(async (request, response) => {
  const [, , place, business = '', secret = '', kind = ''] = (request.url ?? '').split('/');
  if (place !== 'callbacks') return void response.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { body } = new Response(Buffer.concat(chunks));
  void pause(500).then(() => answerCallback({ business, secret, kind, headers: new Headers(), body }));
  response.writeHead(200).end();
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
