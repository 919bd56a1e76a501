import { callbackKey } from '../sending/post.ts';

/** Returns the environment of every process of the product. */
export function partEnvironment(options: {
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  /** Parts that accept no requests have none. */
  readonly port?: number;
}): NodeJS.ProcessEnv {
  const port = options.port === undefined ? '' : String(options.port);
  const address = `http://127.0.0.1:${port || '3000'}`;
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    HOST: '127.0.0.1',
    // Empty means unset.
    PORT: port,
    INTAKE_PORT: port,
    APP_URL: address,
    NEXTAUTH_URL: address,
    DATABASE_URL: options.databaseUrl,
    DIRECT_URL: options.databaseUrl,
    CALLBACK_SECRETS: callbackKey,
    NEXTAUTH_SECRET: 'a-secret-of-the-fault-harness-that-is-long-enough',
    SERVICE_BASE_URL: options.serviceUrl,
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
    SERVICE_PAYMENT_READ_PATH: '/api/v1/payments/{paymentId}',
  };
}
