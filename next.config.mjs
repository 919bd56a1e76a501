import {
  attachmentPolicy,
  fixedHeaders,
  privateCacheControl,
  strictTransportSecurity,
} from './lib/platform/model-fixed-headers.ts';

/** The build of an image, or on Vercel. */
const isStandalone = process.env['BUILD_STANDALONE'] === '1';
const isDeployment = isStandalone || process.env['VERCEL'] !== undefined;

// Next reads it itself, and a name that stays while the build changes keeps open pages on the scripts of another build.
if (process.env['VERCEL'] === undefined) delete process.env['NEXT_DEPLOYMENT_ID'];

/** @type {import('next').NextConfig} */
const config = {
  // Open pages compare it with the build that answers.
  env: { COUNTINGHOUSE_BUILD: process.env['COUNTINGHOUSE_BUILD'] || 'development' },
  poweredByHeader: false,
  // A sender of callbacks must never be redirected, not even for a trailing slash.
  skipTrailingSlashRedirect: true,
  reactCompiler: true,
  // Typed routes refuse addresses that are built at run time (`/${business}/payments?…`), as ours are.
  typedRoutes: false,
  // A build for deployment fails on a type error. `npm start` and `npm test` don't wait for it: `npm test` checks types itself.
  typescript: isDeployment ? { tsconfigPath: 'tsconfig.build.json' } : { ignoreBuildErrors: true },
  // The React Compiler in Rust compiles the same components; the one through Babel costs a fifth of the whole build.
  experimental: {
    authInterrupts: true,
    // A page's code is loaded with its first request: all of them take 40 MB more at the start.
    preloadEntriesOnStart: false,
    turbopackRustReactCompiler: true,
    // Writing the cache of the bundler takes a quarter of a build, and a first start never reads it.
    turbopackFileSystemCacheForBuild: false,
    // Node reads no source map of the server's code, and browsers get none. They were two thirds of the build's bytes.
    turbopackSourceMaps: process.env['NODE_ENV'] !== 'production',
  },
  turbopack: {
    // Messages are compiled while building, so that no page carries a parser of them.
    rules: {
      '**/lib/messages/*.ts': {
        condition: { content: /= createMessages\(\{/ },
        loaders: ['./scripts/compile-messages.ts'],
        as: '*.js',
      },
    },
    resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  images: { unoptimized: true },
  // In development Next prints each request, and a callback address contains its secret.
  logging: { incomingRequests: { ignore: [/^\/api\/callbacks\//] } },
  // SimpleWebAuthn reads certificates with a library that needs its polyfill first, which a bundle may reorder.
  serverExternalPackages: [
    '@node-rs/argon2',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
    '@simplewebauthn/server',
    'bidi-js',
    'fontkit',
    'pdfkit',
    'pg',
    'pino',
    'prom-client',
  ],
  // Read by path at run time, so the bundler can't find them.
  outputFileTracingIncludes: {
    '/*': ['./service-profile.json'],
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
    // A route can't replace these headers: Next keeps the first value of each.
    { source: '/api/:path*', headers: [{ key: 'cache-control', value: privateCacheControl }] },
    ...['files/:file', 'evidence'].map((file) => ({
      source: `/api/businesses/:business/reviews/:case/${file}`,
      headers: [{ key: 'content-security-policy', value: attachmentPolicy }],
    })),
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
  output: isStandalone ? 'standalone' : undefined,
};

export default config;
