import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '.next/**', '.data/**', 'e2e/faults/**', 'prisma/generated/**'];

/** What a test changes for all modules of its process; the servers it starts put their address in the environment. */
const changesItsProcess =
  /\b(vi\.(mock|doMock|hoisted|resetModules|stubEnv|stubGlobal|useFakeTimers)|startFakeService|failingService|mailDesk)\(|process\.env\[[^\]]+\] =/;

/**
 * Loading the product costs each test file more than most of them take: files of a worker share what is loaded. Those
 * that put something else in the place of modules, of the environment or of the clock have a process of their own.
 */
const alone = globSync('{app,architecture,components,lib,sandbox,scripts,tools}/**/*.test.{ts,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => changesItsProcess.test(readFileSync(file, 'utf8')));

const databaseTests = '**/*.db.test.ts';
// Vitest would leave one of two cores to itself.
const ofUnits = { environment: 'node', maxWorkers: 2, testTimeout: 15_000 } as const;
const ofDatabase = {
  environment: 'node',
  pool: 'forks',
  globalSetup: 'lib/database/testing/global-setup.ts',
  setupFiles: 'lib/database/testing/worker-setup.ts',
  maxWorkers: 2,
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  resolve: {
    alias: {
      // Next gives server components an empty `server-only`; the plain package throws on import.
      'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)),
    },
  },
  test: {
    clearMocks: true,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          ...ofUnits,
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...excluded, ...alone, databaseTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...ofUnits, name: 'unit-alone', include: alone, exclude: [...excluded, databaseTests] },
      },
      {
        extends: true,
        test: {
          ...ofDatabase,
          name: 'database',
          include: [databaseTests],
          exclude: [...excluded, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...ofDatabase,
          name: 'database-alone',
          include: alone.filter((file) => file.endsWith('.db.test.ts')),
          exclude: excluded,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          environment: 'node',
          include: ['e2e/faults/**/*.test.ts'],
          pool: 'forks',
          // Each file kills only what it has started, and spends much of its time waiting.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
