import { callbackKey } from '../sending/post.ts';

/** Returns the environment of every process of the product. */
export function partEnvironment(options: {
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly port: number;
}): NodeJS.ProcessEnv {
  const address = `http://127.0.0.1:${options.port}`;
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    HOST: '127.0.0.1',
    PORT: String(options.port),
    INTAKE_PORT: String(options.port),
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
    LOG_LEVEL: 'warn',
  };
}
