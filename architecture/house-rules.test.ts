import { beforeAll, describe, expect, test } from 'vitest';
import {
  confirmedActions,
  confirmedReads,
  findConfirming,
  listActionNames,
  unconfirmedActions,
} from './confirmed-actions.ts';
import { houseRules, listBreaches } from './house-rules.ts';
import type { SourceFile } from './source-files.ts';
import { parseSource, readSources } from './source-files.ts';

const server = `import 'server-only';\n`;
const verb = (body: string) =>
  `${server}export async function act(context: Context<PersonActor>, input: Input) { ${body} }`;

/** The rule, the path of the breach, and its code. */
const breaches: readonly (readonly [rule: string, path: string, text: string])[] = [
  [
    'environment in one place',
    'lib/database/pools.ts',
    `${server}export const url = process.env.DATABASE_URL;`,
  ],
  ['environment in one place', 'components/ui/button.tsx', `export const dev = process.env['NODE_ENV'];`],
  ['types proven, not asserted', 'lib/values/amount.ts', 'export const a = x as Amount;'],
  ['types proven, not asserted', 'components/ui/button.tsx', 'export const a = (event.target as unknown);'],
  ['types proven, not asserted', 'lib/values/ids.ts', 'export const a = <Id>x;'],
  [
    'bytes, then the lossless parser',
    'lib/service/client.ts',
    `${server}export const a = await response.json();`,
  ],
  [
    'bytes, then the lossless parser',
    'lib/callbacks/receive.ts',
    `${server}export const a = JSON.parse(text);`,
  ],
  [
    'bytes, then the lossless parser',
    'app/api/callbacks/route.ts',
    'export const a = await request.clone().json();',
  ],
  [
    'actions through callAction',
    'components/drafts/use-draft.ts',
    'export const a = () => saveDraftAction(key).catch(() => null);',
  ],
  ['forms keep their input', 'components/team/form.tsx', 'export const a = <form action={save} />;'],
  ['forms keep their input', 'components/team/form.tsx', 'export const a = <button formAction={save} />;'],
  ['forms keep their input', 'app/page.tsx', 'export const a = useActionState(save, null);'],
  ['errors by type', 'lib/access/failure.ts', `${server}export const a = away.test(error.message);`],
  ['errors by type', 'lib/mail/send.ts', `${server}export const a = failure.message.includes('timeout');`],
  ['server-only where a browser has no business', 'lib/payments/index.ts', `export * from './create.ts';`],
  ['server-only where a browser has no business', 'lib/payments/queries/list.ts', 'export const a = 1;'],
  ['actions are actions', 'lib/payments/actions.ts', 'export const create = 1;'],
  ['names from the field', 'lib/payments/helpers.ts', server],
  ['names from the field', 'components/common/button.tsx', 'export const a = 1;'],
  ['names from the field', 'lib/values/date-utils.ts', 'export const a = 1;'],
  ['functions are verbs', 'lib/values/pages.ts', 'export function rowsOf(page: Page) {}'],
  ['functions are verbs', 'components/list/list.tsx', 'const rowsOf = (page: Page) => page.rows;'],
  ['functions are verbs', 'lib/reviews/testing/case-fixture.ts', 'const a = { rowsOf: async () => [] };'],
  ['files of one reason', 'lib/values/long.ts', 'export {};\n'.repeat(401)],
  ['money never through a number', 'lib/values/sum.ts', 'export const a = parseFloat(text);'],
  ['money never through a number', 'components/money/text.tsx', 'export const a = Number(payment.amount);'],
  ['money never through a number', 'components/money/text.tsx', 'export const a = +displayAmount;'],
  ['money never through a number', 'components/money/text.tsx', 'export const a = serviceFee.toFixed(2);'],
  ['the clock comes from the context', 'lib/payments/expire.ts', `${server}export const a = Date.now();`],
  ['the clock comes from the context', 'lib/payments/expire.ts', `${server}export const a = new Date();`],
  ['permission first, audit inside', 'lib/payments/act.ts', verb('await inTransaction(save);')],
  [
    'permission first, audit inside',
    'lib/payments/act.ts',
    verb(
      'await inTransaction(save); requirePermission(context, id, "x"); await writeAudit(t, context, note);',
    ),
  ],
  [
    'permission first, audit inside',
    'lib/payments/act.ts',
    verb('requirePermission(context, id, "x"); await inTransaction(save);'),
  ],
  [
    'permission first, audit inside',
    'lib/payments/act.ts',
    verb(
      'await inTransaction(save); requirePermission(context, id, "x"); await writeAuditOnce(t, context, note);',
    ),
  ],
  [
    'explanations reach keys and screen readers',
    'components/ui/time.tsx',
    'export const a = <time title={whole}>1 h</time>;',
  ],
  [
    'explanations reach keys and screen readers',
    'app/page.tsx',
    'export const a = <Link title={b} href="/" />;',
  ],
  ['journeys wait for what a person sees', 'e2e/pay.spec.ts', 'await page.waitForTimeout(1000);'],
  ['journeys wait for what a person sees', 'e2e/pay.spec.ts', `await page.locator('.row').click();`],
  [
    'journeys use hydrated pages',
    'e2e/pay.spec.ts',
    `import { expect, test } from '@playwright/test';\ntest.beforeAll(async ({ browser }) => {});`,
  ],
];

const accepted: readonly (readonly [path: string, text: string])[] = [
  ['lib/platform/env.ts', `${server}export const url = process.env.DATABASE_URL;`],
  ['scripts/start.ts', 'export const url = process.env.DATABASE_URL;'],
  ['components/ui/page.tsx', 'export const a = <Section title={heading} />;'],
  ['components/team/form.tsx', 'export const a = <form action="/search" onSubmit={save} />;'],
  ['components/ui/page.tsx', 'export const a = <EmptyState action={<Button />} />;'],
  ['lib/values/amount.ts', 'export const units = ["a"] as const; import { a as b } from "./b.ts";'],
  ['lib/payments/schema/list.ts', 'export const a = 1;'],
  ['lib/service/contract/payment.ts', 'export const a = 1;'],
  ['lib/payments/actions.ts', `'use server';\nexport const create = 1;`],
  ['app/api/payments/route.ts', 'export const a = Response.json({});'],
  ['lib/service/answer.ts', `${server}export const a = Response.json({});`],
  ['lib/values/days.ts', 'export const a = Number(day);'],
  [
    'lib/payments/act.ts',
    verb(
      'requirePermission(context, id, "x"); await inTransaction(async (t) => { await writeAudit(t, context, note); });',
    ),
  ],
  [
    'lib/payments/view.ts',
    verb(
      'requirePermission(context, id, "x"); await inTransaction(async (t) => { await writeAuditOnce(t, context, note); });',
    ),
  ],
  ['lib/payments/expire.ts', `${server}export const a = new Date(seconds * 1000);`],
  [
    'e2e/pay.spec.ts',
    `import { expect, test } from './fixtures/test.ts';\ntest('pays', async ({ page }) => {});`,
  ],
  [
    'e2e/access.spec.ts',
    `import { test } from '@playwright/test';\ntest('refuses', async ({ request }) => {});`,
  ],
];

describe('house rules', () => {
  let sources: readonly SourceFile[];
  beforeAll(() => {
    sources = readSources();
  });

  test.each(breaches)('%s: a breach in %s is caught', (rule, path, text) => {
    expect(listBreaches(parseSource(path, text)).join('\n')).toContain(`  ${rule}: `);
  });

  test.each(accepted)('%s may say %s', (path, text) => {
    expect(listBreaches(parseSource(path, text))).toEqual([]);
  });

  test('every rule has a planted breach', () => {
    expect(new Set(breaches.map(([rule]) => rule))).toEqual(new Set(houseRules.map((rule) => rule.name)));
  });

  test('this repository obeys every rule', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap(listBreaches)).toEqual([]);
  });

  test('every action either needs a recent authentication or is listed as one that needs none', () => {
    const product = sources.filter(({ path }) =>
      /^lib\/(?!messages\/|.*(\.test\.ts$|\/testing\/))/.test(path),
    );
    const isConfirmed = findConfirming(product);
    const names = listActionNames(product);
    const listed = [...Object.keys(confirmedActions), ...Object.values(unconfirmedActions).flat()];
    expect(listed.toSorted()).toEqual(names.toSorted());
    expect(names.filter(isConfirmed).toSorted()).toEqual(Object.keys(confirmedActions).toSorted());
    expect(confirmedReads.filter((name) => !isConfirmed(name))).toEqual([]);
  });
});
