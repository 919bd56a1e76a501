import 'server-only';
import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import type { OpenSpan } from '#lib/platform/tracing.ts';
import { findErrorType } from '#lib/platform/tracing.ts';
import { describeStatement } from './describe-statement.ts';
import { ConnectionError } from './errors.ts';
import { readExactInstants } from './exact-instants.ts';

/** The driver gives a lost or missing connection a code or only a message. Returns a type for the latter. */
const toConnectionError = (error: Error): Error =>
  'code' in error ? error : new ConnectionError(error.message, { cause: error });

/** Reads the text of the driver's first argument: a text, or an object with one, such as a stream. */
function readText(query: unknown): string {
  if (typeof query === 'string') return query;
  const hasText = typeof query === 'object' && query !== null && 'text' in query;
  return hasText && typeof query.text === 'string' ? query.text : '';
}

/** Starts the span of a statement. Null while traces are off and outside of requests, actions and jobs. */
function openStatementSpan(query: unknown): OpenSpan | null {
  const tracer = globalThis.countinghouseTracer;
  if (tracer === undefined) return null;
  const { operation, table } = describeStatement(readText(query));
  return tracer.openInside({
    name: table === null ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== null && { 'db.collection.name': table }),
    },
  });
}

/** PostgreSQL's or the network's code, or the name of the error. */
const toErrorType = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : findErrorType(error);

/** A client whose queries fail with a `ConnectionError` once its connection is closed. */
class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this);
    // The driver has ten overloads of `query`, with a promise or with a callback as the last argument.
    Object.defineProperty(this, 'query', {
      value: (...values: unknown[]) => {
        values[0] = readExactInstants(values[0]);
        const callback = values.at(-1);
        const span = openStatementSpan(values[0]);
        if (typeof callback === 'function')
          values[values.length - 1] = (error: unknown, result: unknown) => {
            span?.end(error ? toErrorType(error) : undefined);
            return Reflect.apply(callback, undefined, [this.#convert(error), result]);
          };
        const answer: unknown = Reflect.apply(query, this, values);
        if (!(answer instanceof Promise)) {
          // A cursor or a stream is read later, piece by piece.
          if (typeof callback !== 'function') span?.end();
          return answer;
        }
        if (span !== null)
          answer.then(
            () => span.end(),
            (error: unknown) => span.end(toErrorType(error)),
          );
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
      // The pool calls it in the request that releases a connection. The span belongs to the one that waited.
      const answer = globalThis.countinghouseTracer === undefined ? callback : AsyncResource.bind(callback);
      super.connect((error, client, done) => answer(error && toConnectionError(error), client, done));
      return;
    }
    return super.connect().catch((error: Error) => {
      throw toConnectionError(error);
    });
  }
}
