import 'server-only';
import pg from 'pg';
import { ConnectionError } from './errors.ts';

/** The driver gives a lost or missing connection a code or only a message. Returns a type for the latter. */
const toConnectionError = (error: Error): Error =>
  'code' in error ? error : new ConnectionError(error.message, { cause: error });

/** A client whose queries fail with a `ConnectionError` once its connection is closed. */
class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this);
    // The driver has ten overloads of `query`, with a promise or with a callback as the last argument.
    Object.defineProperty(this, 'query', {
      value: (...values: unknown[]) => {
        const callback = values.at(-1);
        if (typeof callback === 'function')
          values[values.length - 1] = (error: unknown, result: unknown) =>
            Reflect.apply(callback, undefined, [this.#convert(error), result]);
        const answer: unknown = Reflect.apply(query, this, values);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          throw this.#convert(error);
        });
      },
    });
  }

  /** The pool rejects a query with the client's error event, which comes first. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    return event === 'error'
      ? super.emit(event, ...values.map((value) => this.#convert(value)))
      : super.emit(event, ...values);
  }

  #convert(error: unknown): unknown {
    return error instanceof Error && this.connection.stream.destroyed ? toConnectionError(error) : error;
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool whose failures are types: without a connection, `connect` and `query` fail with a `ConnectionError`. */
export class DatabasePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: DatabaseClient });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect((error, client, done) => callback(error && toConnectionError(error), client, done));
      return;
    }
    return super.connect().catch((error: Error) => {
      throw toConnectionError(error);
    });
  }
}
