import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '.next/**', '.data/**', 'e2e/faults/**', 'prisma/generated/**'];

/** Matches tests that change state of their whole process. */
const changesItsProcess =
  /\bvi\.(mock|doMock|hoisted|resetModules|stubEnv|stubGlobal)\(|process\.env\[[^\]]+\] =/;
const changesItsClock = /\bvi\.useFakeTimers\(/;

const sources = globSync('{app,architecture,components,lib,sandbox,scripts,tools}/**/*.test.{ts,tsx}').map(
  (file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }),
);
const databaseTests = '**/*.db.test.ts';
const isDatabaseTest = (file: string) => file.endsWith('.db.test.ts');

/**
 * Loading the product takes longer than most test files, so the files of a worker share loaded modules. Files that
 * replace modules or the environment run in their own process, and so do units that replace the clock: the set-up of
 * database tests restores it.
 */
const alone = sources
  .filter(
    ({ file, text }) => changesItsProcess.test(text) || (changesItsClock.test(text) && !isDatabaseTest(file)),
  )
  .map(({ file }) => file);
const databaseAlone = alone.filter(isDatabaseTest);
// By default Vitest would use only one of two cores.
/** The limits only end what hangs, because machines differ. Benchmarks measure speed. */
const limits = {
  testTimeout: 5 * 60_000,
  hookTimeout: 5 * 60_000,
  expect: { poll: { timeout: 60_000 } },
} as const;
const ofUnits = { ...limits, environment: 'node', maxWorkers: 2 } as const;
const workerSetup = 'lib/database/testing/worker-setup.ts';
const ofDatabase = {
  ...limits,
  environment: 'node',
  pool: 'forks',
  globalSetup: 'lib/database/testing/global-setup.ts',
  setupFiles: workerSetup,
  maxWorkers: 2,
} as const;
// A run waits for restarts and for the dust to settle.
const ofFaults = { ...limits, environment: 'node', pool: 'forks', testTimeout: 15 * 60_000 } as const;
/** Loads and rehearsals, each with the machine to itself: `npm run test:rehearsals`. */
const rehearsals = ['overload', 'failover', 'payments-from-a-file'].map(
  (name) => `e2e/faults/${name}.test.ts`,
);

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
          exclude: [...excluded, ...databaseAlone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...ofDatabase,
          name: 'database-alone',
          include: databaseAlone,
          exclude: excluded,
        },
      },
      {
        extends: true,
        test: {
          ...ofFaults,
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          exclude: rehearsals,
          // Each file kills only its own processes and waits most of the time, so two can run at once.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          ...ofFaults,
          name: 'rehearsals',
          include: rehearsals,
          maxWorkers: 1,
        },
      },
    ],
  },
});
