import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createBusiness, createPerson } from '#lib/database/testing/tenant.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { fillBusiness, hiddenValueStores } from './testing/hidden-stores.ts';
import { findSurfaces, readSurface } from './testing/read-surfaces.ts';

/** Reads every page and GET route of a business as an approver, who sees proposals only, and as an auditor. */

const { session, navigation, request } = vi.hoisted(() => {
  const thrown = (message: string) => () => {
    throw new Error(message);
  };
  return {
    session: new Map<'context', unknown>(),
    navigation: {
      redirect: (to: string) => {
        throw new Error(`redirect ${to}`);
      },
      notFound: thrown('not found'),
      forbidden: thrown('forbidden'),
    },
    request: {
      headers: async () => new Headers(),
      cookies: async () => ({ get: () => undefined, has: () => false }),
    },
  };
});
vi.mock('#lib/access/current-context.ts', () => ({
  findContext: async () => session.get('context') ?? null,
  requirePageContext: async () => session.get('context') ?? null,
  requireActionContext: async () => session.get('context') ?? null,
}));
vi.mock('next/navigation.js', () => navigation);
vi.mock('next/navigation', () => ({ ...navigation, useRouter: () => null }));
vi.mock('next/headers.js', () => request);
vi.mock('next/headers', () => request);

const app = path.resolve(import.meta.dirname, '../../app');
const surfaces = ['api/businesses/[[]business]/**/route.ts', '(dashboard)/[[]business]/**/page.tsx']
  .flatMap((pattern) => findSurfaces(app, pattern))
  // An endless stream, which sends approvers only topics of proposals: lib/access/hidden-topics.test.ts.
  .filter(({ name }) => name !== 'api/businesses/[business]/live/route.ts');

/** The surfaces that an approver may open. None shows a record of the business. */
const allowed = [
  '(dashboard)/[business]/approvals/page.tsx',
  '(dashboard)/[business]/help/page.tsx',
  '(dashboard)/[business]/notifications/page.tsx',
  '(dashboard)/[business]/settings/api/page.tsx',
  '(dashboard)/[business]/settings/page.tsx',
  'api/businesses/[business]/approvals/route.ts',
  'api/businesses/[business]/drafts/route.ts',
  'api/businesses/[business]/notifications/count/route.ts',
  'api/businesses/[business]/notifications/route.ts',
];
const refusals: readonly unknown[] = ['forbidden', 'not found'];

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
  await fillBusiness(businessId, hiddenValueStores.first);
});
afterAll(closeDatabase);

/** Lists the surfaces by what a person of a role gets there. */
async function readAs(role: Role) {
  const { actor, clock } = await createPerson(new Map([[businessId, role]]));
  session.set('context', createContext(actor, { clock }));
  const opened = new Set<string>();
  const other = new Map<string, unknown>();
  for (const surface of surfaces)
    for (const { status, body } of (await readSurface(surface, businessId, new Map(), {})).values()) {
      if (status === 200) opened.add(surface.name);
      else if (![403, 404, 405].includes(status) && !refusals.includes(body)) other.set(surface.name, body);
    }
  return { opened: [...opened].sort(), other: [...other] };
}

test('opens nothing but proposals and the own account', async () => {
  const { opened, other } = await readAs('approver');
  expect(opened).toEqual(allowed);
  expect(other).toEqual([['(dashboard)/[business]/page.tsx', `redirect /${businessId}/approvals`]]);
});

/** The surfaces that auditors add to those of every account. Their rows are checked in lib/team/auditors.db.test.ts. */
const audited = [
  '(dashboard)/[business]/audit/page.tsx',
  '(dashboard)/[business]/reports/all/page.tsx',
  '(dashboard)/[business]/reports/page.tsx',
  '(dashboard)/[business]/reports/schedules/page.tsx',
  '(dashboard)/[business]/reports/statements/page.tsx',
  '(dashboard)/[business]/reports/statements/rows/page.tsx',
  'api/businesses/[business]/audit/count/route.ts',
  'api/businesses/[business]/audit/export/route.ts',
  'api/businesses/[business]/audit/route.ts',
  'api/businesses/[business]/exports/route.ts',
  'api/businesses/[business]/statements/all/export/route.ts',
  'api/businesses/[business]/statements/export/route.ts',
];

test.each(['auditor', 'auditor-risk'] as const)('opens no record of the business as %s', async (role) => {
  const { opened, other } = await readAs(role);
  const own = allowed.filter((name) => !name.includes('/approvals/'));
  expect(opened).toEqual([...own, ...audited].sort());
  expect(other).toEqual([['(dashboard)/[business]/page.tsx', `redirect /${businessId}/reports`]]);
});
