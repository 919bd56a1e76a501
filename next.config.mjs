import { fixedHeaders, strictTransportSecurity } from './lib/values/fixed-headers.ts';

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // A sender of callbacks must never be redirected, not even for a trailing slash.
  skipTrailingSlashRedirect: true,
  reactCompiler: true,
  // Typed routes refuse addresses that are built at run time (`/${business}/payments?…`), as ours are.
  typedRoutes: false,
  // `npm test` checks types, so that starting the product does not have to wait for it.
  typescript: { ignoreBuildErrors: true },
  // The React Compiler in Rust compiles the same components as the one in Babel, which takes a fifth of the build time.
  experimental: { authInterrupts: true, turbopackRustReactCompiler: true },
  images: { unoptimized: true },
  // In development Next prints each request, and a callback address contains its secret.
  logging: { incomingRequests: { ignore: [/^\/api\/callbacks\//] } },
  serverExternalPackages: ['@node-rs/argon2', 'bidi-js', 'fontkit', 'pdfkit', 'pg', 'pino', 'prom-client'],
  // Read by path at run time, so the bundler can't find them.
  outputFileTracingIncludes: {
    '/api/businesses/*/payments/*/pdf': [
      './node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
      './node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
    ],
  },
  // In development a browser may use either name of this machine.
  allowedDevOrigins: ['localhost', '127.0.0.1'],
  // Neither the proxy nor `scripts/web.ts` handles every request in every deployment. HSTS depends on the protocol of
  // each request, because the address is not known at build time.
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
  // Former addresses of our own routes, for pages that were open while the product was upgraded.
  redirects: async () =>
    Object.entries({
      told: 'reported-values',
      'reviews/picked': 'reviews/selected',
      'reviews/:case/glance': 'reviews/:case/preview',
    }).map(([former, current]) => ({
      source: `/api/businesses/:business/${former}`,
      destination: `/api/businesses/:business/${current}`,
      permanent: true,
    })),
  output: process.env['BUILD_STANDALONE'] === '1' ? 'standalone' : undefined,
};

export default config;
