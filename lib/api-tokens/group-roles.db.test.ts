import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { accountTestDoubles } from '#lib/people/testing/account-doubles.ts';
import { changeGroupRoles } from './change-group-roles.ts';
import { createApiToken } from './change-tokens.ts';
import { listApiTokens } from './index.ts';
import { changeGroupRolesForm, createApiTokenForm } from './schema.ts';

afterAll(closeDatabase);
beforeEach(() => {
  accountTestDoubles.isMailOn = true;
});

test.each([
  [1, 'In 72 hours, an API token begins to write'],
  [2, 'Approval needed: an API token that writes'],
])('other roles of a directory with %i owners are mailed', async (owners, subject) => {
  const { businessId, as } = await createTenant();
  const form = createApiTokenForm.parse({
    ...{ businessId, name: 'Entra', scopes: ['directory:write'], businesses: [businessId] },
    ...{ days: '90', addresses: '', groups: 'Money = finance' },
  });
  await createApiToken(as.owner, form);
  const second = await createPerson(
    new Map([[businessId, owners === 1 ? ('finance' as const) : ('owner' as const)]]),
  );
  const [token] = (await listApiTokens(as.owner, businessId)).tokens;
  const change = { businessId, tokenId: token?.tokenId ?? '', groups: 'Money = viewer' };
  await changeGroupRoles(as.owner, changeGroupRolesForm.parse(change));
  const mails = await database().mailMessage.findMany({ where: { personId: second.actor.personId } });
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
});
