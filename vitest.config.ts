import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '.next/**', '.data/**', 'e2e/**', 'prisma/generated/**'];

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
          name: 'unit',
          environment: 'node',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...excluded, '**/*.db.test.ts'],
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          environment: 'node',
          include: ['**/*.db.test.ts'],
          exclude: excluded,
          pool: 'forks',
          globalSetup: ['lib/platform/testing/global-setup.ts'],
          setupFiles: ['lib/platform/testing/worker-setup.ts'],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
