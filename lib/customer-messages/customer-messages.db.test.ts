import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listCustomerMessages } from './index.ts';
import { saveCustomerMessage } from './save-customer-message.ts';
import { saveCustomerMessageForm } from './schema.ts';

test('replaces a text for everyone, restores the standard text, and audits both', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const input = (text: string) =>
    saveCustomerMessageForm.parse({ businessId, kind: 'request', language: 'de', text });
  const text = 'Bitte {price} zahlen: {link}';
  expect(await saveCustomerMessage(tenant.as.finance, input(`${text}\r\n`))).toEqual({
    own: [{ kind: 'request', language: 'de', text }],
    mayEdit: true,
  });
  expect(await listCustomerMessages(tenant.as.viewer, businessId)).toMatchObject({ mayEdit: false });
  await saveCustomerMessage(tenant.as.owner, input(''));
  expect((await listCustomerMessages(tenant.as.viewer, businessId)).own).toEqual([]);
  await expect(saveCustomerMessage(tenant.as.viewer, input(text))).rejects.toMatchObject({
    code: 'forbidden',
  });
  const other = await createTenant();
  await expect(saveCustomerMessage(other.as.owner, input(text))).rejects.toMatchObject({ code: 'not-found' });
  const entries = await database().auditEntry.findMany({
    where: { chainId: businessId, action: 'business.customer-message' },
  });
  expect(entries).toHaveLength(2);
});

test('refuses a text without the link or with unknown placeholders', () => {
  const parse = (text: string) =>
    saveCustomerMessageForm.safeParse({
      businessId: '0d9e1c8a-1111-4222-8333-444455556666',
      kind: 'reminder',
      language: 'en',
      text,
    }).success;
  expect(parse('Please pay.')).toBe(false);
  expect(parse('{link} {amount}')).toBe(false);
  expect(parse('{link} in {validity}')).toBe(true);
});
