import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundaries, ladder } from './boundaries.ts';

/** A file, what it imports, and the rule that must refuse it. */
const breaches: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['lib/payments/model-circle.ts', '#lib/payments/model-round.ts', 'no-cycles'],
  ['lib/payments/read-gone.ts', '#lib/payments/not-there.ts', 'resolvable'],
  ['lib/payments/read-page.ts', '#app/page.tsx', 'lib-knows-no-interface'],
  ['lib/payments/read-button.ts', '#components/ui/button.tsx', 'lib-knows-no-interface'],
  ['components/payments/table-page.tsx', '#app/page.tsx', 'components-know-no-app'],
  ['components/ui/money-button.tsx', '#lib/payments/model.ts', 'primitives-know-no-domain'],
  ['components/ui/shell-button.tsx', '#components/shell/header.tsx', 'primitives-know-no-domain'],
  ['components/payments/table-door.tsx', '#lib/payments/index.ts', 'components-through-schema-model-actions'],
  [
    'components/payments/table-read.tsx',
    '#lib/payments/queries.ts',
    'components-through-schema-model-actions',
  ],
  ['components/payments/table-log.tsx', '#lib/platform/log.ts', 'components-through-schema-model-actions'],
  ['lib/payments/read-stray.ts', '#lib/stray/index.ts', 'rooms-are-on-the-ladder'],
  ['lib/payments/read-people.ts', '#lib/people/read.ts', 'rooms-through-their-door'],
  ['lib/payments/read-names.ts', '#lib/people/actions.ts', 'rooms-through-their-door'],
  ['lib/payments/read-client.ts', '#lib/service/client.ts', 'rooms-through-their-door'],
  ['app/inside/page.tsx', '#lib/payments/queries.ts', 'outside-through-the-door'],
  ['scripts/inside.ts', '#lib/payments/store.ts', 'outside-through-the-door'],
  ['tools/inside.ts', '#lib/payments/store.ts', 'outside-through-the-door'],
  ['proxy.ts', '#lib/payments/store.ts', 'outside-through-the-door'],
  ['lib/payments/schema.ts', '#lib/platform/log.ts', 'browser-safe-stays-so'],
  ['lib/payments/form-schema.ts', '#lib/payments/store.ts', 'browser-safe-stays-so'],
  ['lib/deposits/model.ts', '#lib/payments/index.ts', 'browser-safe-stays-so'],
  ['lib/payments/model/state.ts', 'node:crypto', 'browser-safe-without-node'],
  ['lib/values/file.ts', 'node:fs', 'browser-safe-without-node'],
  ['lib/values/high.ts', '#lib/service/contract/payment.ts', 'values-stand-alone'],
  ['sandbox/log.ts', '#lib/platform/log.ts', 'sandbox-stands-apart'],
  ['sandbox/client.ts', '#lib/service/client.ts', 'sandbox-stands-apart'],
  ['lib/service/simulated.ts', '#sandbox/server.ts', 'nobody-imports-the-sandbox'],
  ['scripts/simulated.ts', '#sandbox/server.ts', 'nobody-imports-the-sandbox'],
  ['e2e/inside.spec.ts', '#lib/platform/log.ts', 'journeys-from-outside'],
  ['lib/payments/create/create-payment.ts', '#lib/database/pools.ts', 'database-from-stores-and-queries'],
  ['lib/payments/create-row.ts', '#prisma/generated/client.ts', 'database-from-stores-and-queries'],
  ['app/rows/page.tsx', 'pg', 'database-from-stores-and-queries'],
  ['tools/first-data/rows.ts', 'pg', 'database-from-stores-and-queries'],
  ['scripts/rows.ts', 'pg', 'database-from-stores-and-queries'],
  ['lib/payments/create-fuzzy.ts', 'fast-check', 'no-development-package-in-the-product'],
  ['lib/payments/create-planted.ts', '#lib/platform/testing/factories.ts', 'no-test-in-the-product'],
  ['lib/payments/create-tested.ts', './create.test.ts', 'no-test-in-the-product'],
  ...ladder
    .slice(0, -1)
    .map(
      (room) => [`lib/${room}/up.ts`, `#lib/${ladder.at(-1)}/index.ts`, `no-upwards-from-${room}`] as const,
    ),
];

const allowed: readonly (readonly [from: string, to: string])[] = [
  ['app/home/page.tsx', '#lib/payments/index.ts'],
  ['app/home/page.tsx', '#components/payments/table.tsx'],
  ['app/home/page.tsx', '#lib/payments/schema.ts'],
  ['components/payments/table.tsx', '#lib/payments/schema/list.ts'],
  ['components/payments/table.tsx', '#lib/payments/actions.ts'],
  ['components/payments/table.tsx', '#lib/service/contract/payment.ts'],
  ['components/payments/table.tsx', '#components/ui/button.tsx'],
  ['components/ui/button.tsx', '#lib/values/amount.ts'],
  ['components/ui/field.tsx', '#lib/messages/list.ts'],
  ['tools/bench/rows.ts', 'pg'],
  ['lib/payments/queries.ts', '#lib/database/pools.ts'],
  ['lib/payments/queries.ts', '#prisma/generated/client.ts'],
  ['lib/payments/queries/list.ts', '#prisma/generated/client.ts'],
  ['lib/payments/create/intent-store.ts', '#lib/database/pools.ts'],
  ['lib/payments/store.ts', '#lib/people/index.ts'],
  ['scripts/database/embedded.ts', 'pg'],
  ['lib/payments/schema/list.ts', '#lib/people/schema.ts'],
  ['lib/payments/store.ts', '#lib/people/model.ts'],
  ['lib/payments/open-payment.ts', '#lib/service/contract/payment.ts'],
  ['lib/payments/open-payment.ts', '#lib/platform/log.ts'],
  ['lib/payments/open-payment.ts', 'node:crypto'],
  ['lib/payments/create.test.ts', '#lib/platform/testing/factories.ts'],
  ['lib/payments/create.test.ts', 'fast-check'],
  ['sandbox/server.ts', '#lib/service/contract/payment.ts'],
  ['e2e/journey.spec.ts', '#lib/values/amount.ts'],
  ['lib/payments/model-round.ts', '#lib/payments/model-circle.ts'],
];

/** These breach further rules besides the one that they test. */
const planted = new Set(breaches.map(([from]) => from));

async function plant(root: string): Promise<void> {
  const files = new Map<string, string[]>();
  for (const [from, to] of [...breaches, ...allowed]) {
    files.set(from, [...(files.get(from) ?? []), to]);
    if (to.startsWith('#') && !to.includes('not-there')) {
      const target = to.slice(1);
      files.set(target, files.get(target) ?? []);
    }
  }
  for (const [file, imports] of files) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    // The imports are type-only, because a parser that strips TypeScript first would miss them.
    const lines = imports.map((to, index) => `import type * as it${index} from '${to}';`);
    const product = imports.includes('fast-check') ? [`import 'fast-check';`] : [];
    const typed = `export const here: string = '${file}';`;
    await writeFile(path.join(root, file), [...lines, ...product, typed, ''].join('\n'));
  }
  const manifest = {
    type: 'module',
    imports: { '#*': './*' },
    dependencies: { pg: '*' },
    devDependencies: { 'fast-check': '*' },
  };
  await writeFile(path.join(root, 'package.json'), JSON.stringify(manifest));
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
}

async function cruiseTree(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { enhancedResolveOptions, tsConfig, ...options } = boundaries.options;
  const result = await cruise(
    folders,
    { ...options, ruleSet: { forbidden: boundaries.forbidden }, validate: true, baseDir },
    { ...enhancedResolveOptions, bustTheCache: true },
  );
  if (typeof result.output === 'string') throw new Error(result.output);
  return result.output;
}

describe('the directions of imports', () => {
  let root: string;
  let result: ICruiseResult;

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'boundaries-'));
    await plant(root);
    result = await cruiseTree(root, [
      'app',
      'components',
      'lib',
      'sandbox',
      'scripts',
      'tools',
      'e2e',
      'proxy.ts',
    ]);
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  const violations = () => result.summary.violations.map((found) => `${found.rule.name}: ${found.from}`);

  test('TypeScript is parsed and subpath imports are followed', () => {
    const table = result.modules.find((module) => module.source === 'components/payments/table.tsx');
    expect(table?.dependencies.map((dependency) => dependency.resolved)).toContain('lib/payments/actions.ts');
    expect(result.summary.totalCruised).toBeGreaterThanOrEqual(planted.size);
  });

  test.each(breaches)('%s must not import %s: %s', (from, _to, rule) => {
    expect(violations()).toContain(`${rule}: ${from}`);
  });

  test.each(allowed)('%s may import %s', (from, to) => {
    const own = result.summary.violations.filter(
      (found) =>
        found.from === from &&
        (found.to === to.replace(/^(#|node:)/, '') || found.to.includes(`node_modules/${to}/`)) &&
        found.rule.name !== 'no-cycles',
    );
    expect(own).toEqual([]);
  });

  test('every rule has a planted breach', () => {
    const rules = boundaries.forbidden.map((rule) => rule.name).sort();
    expect([...new Set(breaches.map(([, , rule]) => rule))].sort()).toEqual(rules);
  });
});
