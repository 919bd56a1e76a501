import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { editNote } from '#lib/annotations/edit-note.ts';
import { writeNote } from '#lib/annotations/write-note.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { receiveCallback } from '#lib/callbacks/index.ts';
import { releaseCallback } from '#lib/callbacks/quarantine/release-callback.ts';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { listMentionable } from '#lib/people/index.ts';
import { toSampleBytes, withdrawalCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { addCounterpartyNote } from '#lib/reviews/counterparties/add-counterparty-note.ts';
import { readNotedCounterparty } from '#lib/reviews/index.ts';
import { changeRole, disableMember, enableMember, invitePerson } from '#lib/team/index.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { createNotifications, listNotifications } from './index.ts';
import { findRecordPath } from './model.ts';
import { formatEvent } from './model-event.ts';

describe('access that was given', () => {
  test('shows each act that gives access to the owners, also to the author, and to no one else', async () => {
    const { as, businessId } = await createTenant();
    const run = () => createNotifications(systemContext(), new AbortController().signal);
    await run();
    const member = { businessId, personId: as.finance.actor.personId };
    const email = `${randomUUID()}@example.test`;
    await invitePerson(as.owner, { businessId, email, role: 'compliance', delivery: 'link' });
    await changeRole(as.owner, { ...member, role: 'accountant' });
    await changeRole(as.owner, { ...member, role: 'compliance' });
    await disableMember(as.owner, member);
    await enableMember(as.owner, member);
    await run();
    await run();
    const { rows } = await listNotifications(as.owner, businessId, null);
    const seen = rows.map(({ kind, transition, label }) => `${label}: ${formatEvent(kind, transition)}`);
    const { name } = as.finance.actor;
    expect(seen.sort()).toEqual(
      [
        `${email}: A person was invited to this business`,
        `${name}: A disabled person has access again`,
        `${name}: A person’s role has more permissions now`,
      ].sort(),
    );
    for (const role of ['viewer', 'compliance'] as const)
      expect((await listNotifications(as[role], businessId, null)).rows).toEqual([]);
    expect(await database().notification.count({ where: { businessId } })).toBe(3);
  });
});

describe('a released callback', () => {
  test('notifies about a callback that is released long after it arrived', async () => {
    const { as, businessId } = await createTenant();
    const run = () => createNotifications(systemContext(), new AbortController().signal);
    await run();
    const fields = { status: 'FAILED', txAddressOwner: 'nobody', clientWithdrawalId: 'payout-1' };
    const { observed } = await receiveCallback({
      businessId,
      kind: 'withdrawal',
      body: toSampleBytes(withdrawalCallbackSample(businessId, fields)),
      headers: {},
      receivedAt: instant(Date.now() - 3_600_000),
    });
    await run();
    const inbox = async () => (await listNotifications(as.finance, businessId, null)).rows;
    expect(await inbox()).toEqual([]);
    await releaseCallback(as.owner, {
      businessId,
      messageId: toId<MessageId>(observed?.messageId ?? ''),
      revision: 0,
      accepted: [{ path: 'txAddressOwner', how: 'left-out' }],
      note: '',
    });
    await run();
    await run();
    expect(await inbox()).toMatchObject([{ kind: 'withdrawal-failed', label: 'payout-1' }]);
  });
});

describe('a mention', () => {
  let tenant: Tenant;
  const run = () => createNotifications(systemContext(), new AbortController().signal);

  beforeEach(async () => {
    tenant = await createTenant();
    // The first run starts the cursors of a business.
    await run();
  });

  const readMentions = async (role: TenantRole) => {
    const { rows } = await listNotifications(tenant.as[role], tenant.businessId, null);
    return rows.map(({ kind, recordId, transition, label }) => ({ kind, recordId, transition, label }));
  };

  test('notifies a mentioned colleague once, and not again when other words of the note change', async () => {
    const { businessId } = tenant;
    const { finance, viewer } = tenant.as;
    const paymentId = await insertPayment(businessId, { clientPaymentId: 'order-1' });
    const name = `Viewer ${randomUUID()}`;
    await database().person.update({ where: { id: viewer.actor.personId }, data: { name } });
    const about = { businessId, kind: 'payment', recordId: paymentId } as const;
    const { noteId } = await writeNote(finance, { ...about, text: `@${name} please check` });
    await editNote(finance, { businessId, noteId, version: 1, text: `@${name} please check again` });
    await run();
    expect(await readMentions('viewer')).toEqual([
      { kind: 'mention', recordId: paymentId, transition: 'payment', label: 'order-1' },
    ]);
    expect(await readMentions('finance')).toEqual([]);
    expect(await readMentions('owner')).toEqual([]);
  });

  test('notifies only people who work on cases of a mention in a case', async () => {
    const { compliance, finance, owner } = tenant.as;
    const caseId = randomUUID();
    await inTransaction((transaction) =>
      writeAudit(transaction, owner, {
        businessId: tenant.businessId,
        action: 'review-case.note',
        objectType: 'review-case',
        objectId: caseId,
        after: { mentions: [compliance.actor.personId, finance.actor.personId] },
      }),
    );
    await run();
    expect(await readMentions('compliance')).toMatchObject([{ kind: 'case-mention', recordId: caseId }]);
    expect(await readMentions('finance')).toEqual([]);
  });

  test('notifies of a mention in a note about an entity, without its name, only people who may read the note', async () => {
    const { businessId } = tenant;
    const { compliance, finance, owner } = tenant.as;
    const named = (role: 'compliance' | 'finance') => `${role} ${tenant.as[role].actor.personId}`;
    for (const role of ['compliance', 'finance'] as const)
      await database().person.update({
        where: { id: tenant.as[role].actor.personId },
        data: { name: named(role) },
      });
    const counterparty = { kind: 'entity', name: 'Dark Mixer' } as const;
    const text = `@${named('compliance')} and @${named('finance')}, please look`;
    const { noteId } = await addCounterpartyNote(owner, { businessId, counterparty, text });
    await run();
    const [mention] = await readMentions('compliance');
    expect(mention).toMatchObject({ kind: 'case-mention', recordId: noteId, label: '' });
    expect(findRecordPath('case-mention', noteId, mention?.transition ?? '')).toBe(
      `reviews/counterparty?note=${noteId}`,
    );
    expect(await readMentions('finance')).toEqual([]);
    expect(await readNotedCounterparty(compliance, businessId, noteId)).toEqual(counterparty);
    await expect(readNotedCounterparty(finance, businessId, noteId)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('offers colleagues who may read the note', async () => {
    const { compliance, finance, owner, viewer } = tenant.as;
    const { businessId } = tenant;
    const offered = (await listMentionable(finance, businessId, false)).map(({ personId }) => personId);
    expect(offered).toHaveLength(4);
    expect(offered).not.toContain(finance.actor.personId);
    expect(await listMentionable(compliance, businessId, true)).toMatchObject([
      { personId: owner.actor.personId },
    ]);
    await expect(listMentionable(finance, businessId, true)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(listMentionable(viewer, businessId, false)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
