import { createServer } from 'node:http';

/** Answers 503 to every request at once: what the machine and the sender need without the product. */
createServer((request, response) => {
  request.resume();
  response.writeHead(503, { 'content-length': 0 }).end();
}).listen(Number(process.env['PORT']), '127.0.0.1');
