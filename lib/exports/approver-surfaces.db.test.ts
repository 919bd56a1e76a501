import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createBusiness, createPerson } from '#lib/database/testing/tenant.ts';
import { createContext } from '#lib/platform/context.ts';
import { openTestRequestAs } from '#lib/platform/testing/file-doubles.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { fillBusiness, hiddenValueStores } from './testing/hidden-stores.ts';
import { findSurfaces, readSurface } from './testing/read-surfaces.ts';

/** Reads every page and GET route of a business as an approver, who sees proposals only, and as an auditor. */

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

/** Lists the surfaces by what a person of a role gets there. */
async function readAs(role: Role) {
  const { actor, clock } = await createPerson(new Map([[businessId, role]]));
  openTestRequestAs(createContext(actor, { clock }));
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
