import path from 'node:path';
import { variableNames } from '#lib/platform/env-schema.ts';
import { ensureChromium } from './install-chromium.ts';
import type { CommandOutcome } from './run-command.ts';
import { runCommand } from './run-command.ts';
import type { Task } from './schedule.ts';
import { writeSbom } from './write-sbom.ts';

export type Stage = Task & {
  /** True if it runs only where it is named. */
  readonly isOnRequest?: true;
  /** Its JSON reports, if it counts tests. */
  readonly reports?: readonly string[];
  run(environment: NodeJS.ProcessEnv): Promise<CommandOutcome>;
};

export const reportFolder = 'test-results/reports';

const bin = (file: string) => path.join('node_modules', file);
const biome = bin('@biomejs/biome/bin/biome');
const depcruise = bin('dependency-cruiser/bin/dependency-cruiser.mjs');
const knip = bin('knip/bin/knip.js');
const next = bin('next/dist/bin/next');
const playwright = bin('@playwright/test/cli.js');
/** Several times as fast. Tools that use the compiler's API need TypeScript 6. */
const tsc = bin('typescript7/bin/tsc');
const vitest = bin('vitest/vitest.mjs');

const serverSide = '--conditions=react-server';

/** Runs the programs with Node, one after the other, until one fails. */
function programs(...commands: readonly (readonly string[])[]): Stage['run'] {
  return async (environment) => {
    let said = '';
    for (const command of commands) {
      const outcome = await runCommand(process.execPath, command, environment);
      said += outcome.output;
      if (outcome.code !== 0) return { code: outcome.code, output: said };
    }
    return { code: 0, output: said };
  };
}

/** `alone` is the project of its tests that need a process of their own. */
function vitestProject(name: string, alone: readonly string[] = []): Stage {
  const report = path.join(reportFolder, `${name}.json`);
  return {
    name,
    reports: [report],
    needs: ['client'],
    run: programs([
      vitest,
      'run',
      ...[name, ...alone].map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]),
  };
}

const endToEndReports = {
  shared: path.join(reportFolder, 'e2e.json'),
  own: path.join(reportFolder, 'e2e-own.json'),
} as const;

/** Runs the end-to-end tests that share products, or those with a product of their own (e2e/fixtures/suites.ts). */
const runEndToEnd = (suites: keyof typeof endToEndReports, environment: NodeJS.ProcessEnv) =>
  runCommand(process.execPath, [playwright, 'test', '--reporter=list,json'], {
    ...environment,
    // Empty means unset, and also keeps a .env file out of the product under test.
    ...Object.fromEntries([...variableNames, 'NEXTAUTH_URL'].map((name) => [name, ''])),
    E2E_SUITES: suites,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(endToEndReports[suites]),
  });

/** The stages of `npm test`. A stage comes after those that it needs. */
export const stages: readonly Stage[] = [
  { name: 'lockfile', run: programs(['tools/lockfile/complete-lockfile.mjs', '--check']) },
  { name: 'sbom', run: writeSbom },
  { name: 'client', run: programs(['scripts/generate.ts']) },
  { name: 'format', run: programs([biome, 'ci', '.']) },
  {
    name: 'types',
    needs: ['client'],
    // Several checkers repeat each other's work, and other stages use the second core.
    run: programs([next, 'typegen'], [tsc, '--noEmit', '--checkers', '1']),
  },
  {
    name: 'boundaries',
    needs: ['client'],
    run: programs([
      depcruise,
      'app',
      'components',
      'lib',
      'sandbox',
      'scripts',
      'tools',
      'e2e',
      'prisma',
      '--config',
      '.dependency-cruiser.mjs',
    ]),
  },
  { name: 'dead code', needs: ['client'], run: programs([knip]) },
  { name: 'schema', needs: ['client'], run: programs([serverSide, 'scripts/prisma/drift.ts']) },
  { ...vitestProject('unit', ['unit-alone']), lanes: 3 },
  { ...vitestProject('database', ['database-alone']), lanes: 3 },
  { name: 'build', lanes: 2, needs: ['client'], run: programs(['scripts/build.ts']) },
  // Uses the web app too, if it is built.
  { ...vitestProject('faults'), lanes: 3, needs: ['client', 'build'] },
  { ...vitestProject('rehearsals'), lanes: 3, needs: ['client', 'build'], isOnRequest: true },
  { name: 'chromium', run: ensureChromium },
  {
    name: 'e2e',
    lanes: 3,
    reports: Object.values(endToEndReports),
    needs: ['build', 'chromium'],
    run: async (environment) => {
      const [shared, own] = await Promise.all([
        runEndToEnd('shared', environment),
        runEndToEnd('own', environment),
      ]);
      return { code: shared.code || own.code, output: shared.output + own.output };
    },
  },
];
