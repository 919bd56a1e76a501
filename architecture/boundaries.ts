import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The allowed directions of imports, as CONTRIBUTING draws them: app → components → lib, and inside lib one ladder.
 * boundaries.test.ts breaches every rule on purpose to prove that it is enforced.
 */

/** The rooms of lib, lowest first: a room may use only rooms before it. */
export const ladder = [
  'messages',
  'values',
  'platform',
  'database',
  'realtime',
  'lists',
  'service',
  'records',
  'access',
  'audit',
  'proposals',
  'mail',
  'people',
  'factors',
  'passkeys',
  'businesses',
  'api-tokens',
  'events',
  'team',
  'single-sign-on',
  'saved-views',
  'drafts',
  'visits',
  'annotations',
  'minimums',
  'observations',
  'payments',
  'creation-limits',
  'customer-messages',
  'payment-templates',
  'payment-batches',
  'deposits',
  'refunds',
  'withdrawals',
  'exceptions',
  'rollups',
  'statements',
  'reconciliation',
  'accounting',
  'restores',
  'operations',
  'reviews',
  'callbacks',
  'retention',
  'intake',
  'connection',
  'notifications',
  'search',
  'reports',
  'exports',
  'schedules',
  'warehouse',
  'api',
  'directory',
  'jobs',
] as const;

/** Rooms without an index: their files are imported directly. */
const openRooms = ['^lib/(values|messages|platform|database|realtime|lists)/', '^lib/service/contract/'];

/** Matches a name as a file, as a folder, and as a prefix: schema.ts, schema/list.ts, schema-list.ts. */
const namedFolders = (name: string) => [
  `^lib/.+/${name}\\.ts$`,
  `^lib/.+/${name}-[a-z-]+\\.ts$`,
  `^lib/.+/${name}/`,
];

/** Files that a browser may load. */
const browserSafe = [
  ...namedFolders('schema'),
  ...namedFolders('model'),
  '^lib/.+-schema\\.ts$',
  '^lib/access/permissions\\.ts$',
  '^lib/(values|messages)/',
  '^lib/service/contract/',
];
const actions = namedFolders('actions');
const entryPoints = ['^lib/[^/]+/index\\.ts$', ...openRooms];
const database = [
  '^lib/(database|realtime|lists)/',
  ...namedFolders('store'),
  ...namedFolders('queries'),
  '^lib/.+-(store|queries)\\.ts$',
  // These start, migrate, compare and measure databases while the product is not running.
  '^scripts/(database|prisma)/',
  '^tools/(bench|house|rehearse|seed|vercel)/',
];
const tests = '\\.(test|spec)\\.tsx?$';
const testing = '^lib/.+/testing/';

/** One rule for each room: it imports nothing from higher rooms. A room outside the ladder is an error. */
const upwards: IForbiddenRuleType[] = ladder.slice(0, -1).map((room, height) => ({
  name: `no-upwards-from-${room}`,
  comment: `lib/${room} stands below what it imports`,
  severity: 'error',
  from: { path: `^lib/${room}/`, pathNot: tests },
  to: { path: `^lib/(${ladder.slice(height + 1).join('|')})/` },
}));

export const boundaries = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment: 'An import that cannot be followed cannot be checked either',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'lib-knows-no-interface',
      severity: 'error',
      from: { path: '^lib/', pathNot: testing },
      to: { path: '^(app|components|e2e|scripts|tools)/' },
    },
    {
      name: 'components-know-no-app',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(app|e2e|scripts|tools)/' },
    },
    {
      name: 'primitives-know-no-domain',
      comment: 'components/ui imports only lib/values and lib/messages, of all that is ours',
      severity: 'error',
      from: { path: '^components/ui/', pathNot: tests },
      to: {
        path: '^(app|components|lib|prisma|scripts|tools)/',
        pathNot: ['^components/ui/', '^lib/(values|messages)/'],
      },
    },
    {
      name: 'components-through-schema-model-actions',
      severity: 'error',
      from: { path: '^components/', pathNot: tests },
      to: { path: '^lib/', pathNot: [...actions, ...browserSafe] },
    },
    {
      name: 'rooms-are-on-the-ladder',
      severity: 'error',
      from: {},
      to: { path: '^lib/', pathNot: `^lib/(${ladder.join('|')})/` },
    },
    ...upwards,
    {
      name: 'rooms-through-their-door',
      comment: 'Another room is reached through index.ts, or through what is pure: schema and model',
      severity: 'error',
      from: { path: '^lib/([^/]+)/', pathNot: [tests, testing, ...browserSafe] },
      to: { path: '^lib/', pathNot: ['^lib/$1/', ...entryPoints, ...browserSafe] },
    },
    {
      name: 'outside-through-the-door',
      comment: 'Pages, routes and scripts use doors, and what a browser may load',
      severity: 'error',
      from: { path: '^(app|scripts|tools|prisma)/|^[^/]+$' },
      to: { path: '^lib/', pathNot: [...entryPoints, ...browserSafe, ...actions] },
    },
    {
      name: 'browser-safe-stays-so',
      comment: 'What a form loads must not bring the database, the door of a room or Node along',
      severity: 'error',
      from: { path: browserSafe, pathNot: tests },
      to: { path: '^lib/', pathNot: browserSafe },
    },
    {
      name: 'browser-safe-without-node',
      severity: 'error',
      from: { path: browserSafe, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'values-stand-alone',
      severity: 'error',
      from: { path: '^lib/values/' },
      to: {
        path: '^(app|components|lib|prisma|sandbox|scripts|tools|e2e)/',
        pathNot: '^lib/(values|messages)/',
      },
    },
    {
      name: 'sandbox-stands-apart',
      comment:
        'The sandbox knows the wire and nothing of the product. Tests read its bank files by the reader that reads ours',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: {
        path: '^(app|components|lib|prisma|scripts|tools|e2e)/',
        pathNot: [
          '^lib/values/',
          '^lib/service/contract/',
          '^lib/accounting/testing/read-camt-strictly\\.ts$',
        ],
      },
    },
    {
      name: 'nobody-imports-the-sandbox',
      comment: 'It is spoken to over HTTP, like the service itself',
      severity: 'error',
      from: { pathNot: '^sandbox/' },
      to: { path: '^sandbox/' },
    },
    {
      name: 'journeys-from-outside',
      comment: 'End-to-end tests see what a person or another program sees',
      severity: 'error',
      // The fault harness kills programs that run a part of the product alone.
      from: { path: '^e2e/', pathNot: '^e2e/faults/programs/' },
      to: {
        path: '^(app|components|lib|prisma)/',
        pathNot: [
          '^lib/values/',
          '^lib/service/contract/',
          // These stand for other programs.
          '^lib/platform/testing/(event-receiver|mail-server)\\.ts$',
        ],
      },
    },
    {
      name: 'database-from-stores-and-queries',
      severity: 'error',
      from: { pathNot: [...database, '^prisma/generated/', tests, testing] },
      to: { path: ['^prisma/generated/', '^lib/database/pools\\.ts$', '(^|/)node_modules/(pg|@prisma/)'] },
    },
    {
      name: 'no-development-package-in-the-product',
      severity: 'error',
      from: { path: '^(app|components|lib|sandbox)/', pathNot: [tests, testing] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-in-the-product',
      severity: 'error',
      // `npm run faults` is the harness itself, and `npm run bench:intents` plays its faults for requests.
      from: {
        pathNot: [
          tests,
          testing,
          '^e2e/',
          '^vitest\\.config\\.ts$',
          '^tools/faults\\.ts$',
          '^tools/bench/intent',
        ],
      },
      to: { path: [tests, testing, '^e2e/'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^prisma/generated/'] },
    exclude: { path: ['^\\.next/', '^\\.data/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
} satisfies IConfiguration;
