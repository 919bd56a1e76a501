import type { Server, ServerResponse } from 'node:http';

// Times after SIGTERM: for requests in progress, and for the rest of the process.
const forAnswersMs = 2_500;
const forTheRestMs = 400;
const betweenLooksMs = 50;

/** Ends the web server: Next waits for every response and every connection, for as long as either lasts. */
export class GracefulShutdown {
  readonly #open = new Set<ServerResponse>();
  #server: Server | null = null;
  #isStopping = false;

  watch(server: Server): void {
    this.#server = server;
  }

  note(response: ServerResponse): void {
    if (this.#isStopping) response.setHeader('connection', 'close');
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  /**
   * Ends live streams at once, finishes other requests, and calls `exit` after 3 s. Next closes the server.
   * `answered` is called before, once there are no requests left.
   */
  begin(exit: () => void, answered: () => void = () => undefined): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const response of this.#open) {
      const type = String(response.getHeader('content-type') ?? '');
      if (type.startsWith('text/event-stream')) response.destroy();
      else if (!response.headersSent) response.setHeader('connection', 'close');
    }
    // Connections stay open after their last response, and nothing else closes them.
    setInterval(() => this.#server?.closeIdleConnections(), betweenLooksMs).unref();
    setTimeout(() => {
      this.#server?.closeAllConnections();
      answered();
      setTimeout(exit, forTheRestMs).unref();
    }, forAnswersMs).unref();
  }
}
