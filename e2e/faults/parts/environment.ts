import { callbackKey } from '../sending/post.ts';

/** Returns the environment of every process of the product. */
export function partEnvironment(given: {
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly port: number;
}): NodeJS.ProcessEnv {
  const address = `http://127.0.0.1:${given.port}`;
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    HOST: '127.0.0.1',
    PORT: String(given.port),
    INTAKE_PORT: String(given.port),
    APP_URL: address,
    NEXTAUTH_URL: address,
    DATABASE_URL: given.databaseUrl,
    DIRECT_URL: given.databaseUrl,
    CALLBACK_SECRETS: callbackKey,
    NEXTAUTH_SECRET: 'a-secret-of-the-fault-harness-that-is-long-enough',
    SERVICE_BASE_URL: given.serviceUrl,
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
    SERVICE_PAYMENT_READ_PATH: '/api/v1/payments/{paymentId}',
    LOG_LEVEL: 'warn',
  };
}
