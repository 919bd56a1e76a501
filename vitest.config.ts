import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '.next/**', '.data/**', 'e2e/faults/**', 'prisma/generated/**'];

/** Matches tests that change modules or variables of their whole process. */
const changesItsProcess = /\bvi\.(mock|doMock|hoisted|resetModules|stubEnv)\(|process\.env\[[^\]]+\] =(?!=)/;

const sources = globSync('{app,architecture,components,lib,sandbox,scripts,tools}/**/*.test.{ts,tsx}').map(
  (file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }),
);
const databaseTests = '**/*.db.test.ts';
const isDatabaseTest = (file: string) => file.endsWith('.db.test.ts');

/**
 * Loading the product takes longer than most test files, so the files of a worker share loaded modules. Files that
 * replace modules or the environment run in their own process. The set-up of each project restores clocks and globals.
 */
const alone = sources.filter(({ text }) => changesItsProcess.test(text)).map(({ file }) => file);
const databaseAlone = alone.filter(isDatabaseTest);
// By default Vitest would use only one of two cores.
/** The limits only end what hangs, because machines differ. Benchmarks measure speed. */
const limits = {
  testTimeout: 5 * 60_000,
  hookTimeout: 5 * 60_000,
  expect: { poll: { timeout: 60_000 } },
} as const;
const ofUnits = {
  ...limits,
  environment: 'node',
  setupFiles: 'lib/platform/testing/unit-setup.ts',
  maxWorkers: 2,
} as const;
/**
 * Gives a unit what a browser has of a server action: a function without the server behind it. A test may say what it
 * answers.
 */
const actionDoubles: Plugin = {
  name: 'action-doubles',
  enforce: 'pre',
  transform(code) {
    if (!code.startsWith("'use server';")) return undefined;
    const names = [...code.matchAll(/^export (?:const|async function) (\w+)/gm)].map(([, name]) => name);
    const doubles = names.map(
      (name) => `export const ${name} = vi.fn(async () => ({ ok: true, data: null }));`,
    );
    return ["import { vi } from 'vitest';", ...doubles].join('\n');
  },
};
const unitDoubles = {
  plugins: [actionDoubles],
  resolve: {
    alias: {
      'next/navigation': fileURLToPath(new URL('lib/platform/testing/next-navigation.ts', import.meta.url)),
    },
  },
};
const workerSetup = 'lib/database/testing/worker-setup.ts';
const ofDatabase = {
  ...limits,
  environment: 'node',
  pool: 'forks',
  globalSetup: 'lib/database/testing/global-setup.ts',
  setupFiles: workerSetup,
  // Two wait for the database, a timer or a program at the same time in a fifth of the run.
  maxWorkers: 3,
  // Projects with other numbers of workers run after each other.
  sequence: { groupOrder: 1 },
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
        ...unitDoubles,
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
        plugins: [actionDoubles],
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
