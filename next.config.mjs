import { fixedHeaders, strictTransportSecurity } from './lib/values/fixed-headers.ts';

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // A sender of callbacks must never be redirected, not even for a slash too many.
  skipTrailingSlashRedirect: true,
  reactCompiler: true,
  // Typed routes refuse addresses that are put together at run time (`/${business}/payments?…`), which ours are.
  typedRoutes: false,
  // Types are checked by `npm test`; somebody who only starts the product need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // The React Compiler in Rust compiles the same components; the one through Babel costs a fifth of the whole build.
  experimental: { authInterrupts: true, turbopackRustReactCompiler: true },
  images: { unoptimized: true },
  // While developing, Next prints each request; an address of a callback has its secret in it.
  logging: { incomingRequests: { ignore: [/^\/api\/callbacks\//] } },
  serverExternalPackages: ['@node-rs/argon2', 'bidi-js', 'fontkit', 'pdfkit', 'pg', 'pino', 'prom-client'],
  // Read by their path, which no bundler sees.
  outputFileTracingIncludes: {
    '/api/businesses/*/payments/*/pdf': [
      './node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
      './node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
    ],
  },
  // A browser may name this machine either way while developing.
  allowedDevOrigins: ['localhost', '127.0.0.1'],
  // The proxy does not see every request, and `scripts/web.ts` does not run everywhere. Whether people reach us over
  // https is known at run time, not here.
  headers: async () => [
    {
      source: '/:path*',
      headers: Object.entries(fixedHeaders).map(([key, value]) => ({ key, value })),
    },
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
      headers: [{ key: 'strict-transport-security', value: strictTransportSecurity }],
    },
  ],
  output: process.env['BUILD_STANDALONE'] === '1' ? 'standalone' : undefined,
};

export default config;
