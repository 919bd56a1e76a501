import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** One keep-alive connection that sends whole requests. It reads only the status of an answer and finds its end. */
export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #text = '';
  #answered: ((status: number) => void) | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  /** Resolves when the connection is open. An error is reported by the next request. */
  opened(): Promise<void> {
    const socket = this.#socket ?? this.#open();
    return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  }

  /** Sends a request. Resolves to the status, or 0 where the connection broke. */
  ask(request: Buffer): Promise<number> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#text = '';
      (this.#socket ?? this.#open()).write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => {
      this.#text += data;
      const length = answerLength(this.#text);
      if (length === null || this.#text.length < length) return;
      if (/\r\nconnection: close\r\n/i.test(this.#text)) this.#forget(socket);
      this.#answer(Number(this.#text.slice(9, 12)));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#forget(socket);
      this.#answer(0);
    });
    this.#socket = socket;
    return socket;
  }

  #forget(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    socket.removeAllListeners('data').resume().end();
  }

  #answer(status: number): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(status);
  }
}

/** Returns the length of the whole answer, or null where it is not known yet. */
function answerLength(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
  if (length !== undefined) return head + 4 + Number(length);
  if (!/\r\ntransfer-encoding: chunked/i.test(text.slice(0, head + 2))) return head + 4;
  const end = text.indexOf('0\r\n\r\n', head + 4);
  return end < 0 ? null : end + 5;
}
