import { expect, test } from 'vitest';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { listRetentionProposals, readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();

test('an approver approves a shorter time without seeing what it removes', async () => {
  const { businessId, as } = desk.tenant;
  const approver = await createPerson(new Map([[businessId, 'approver' as const]]));
  await desk.reportPayment();
  const proposalId = (await desk.set('payment', '7')).changes[0]?.proposalId ?? '';
  const [proposal, ...others] = await listRetentionProposals(approver, businessId);
  expect(proposal).toEqual({
    proposalId,
    kind: 'payment',
    years: 7,
    before: null,
    reason: '',
    proposedBy: as.owner.actor.name,
    proposedById: as.owner.actor.personId,
    proposedAt: expect.any(Number),
    isMine: false,
    isOutdated: false,
    blocks: [],
    state: 'proposed',
    answer: null,
  });
  expect(others).toEqual([]);
  await expect(readRetention(approver, businessId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(desk.answer(approver, proposalId, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await desk.answer(approver, proposalId, 'approve')).toBe(null);
  expect((await readRetention(as.owner, businessId)).rules).toContainEqual(
    expect.objectContaining({ kind: 'payment', years: 7 }),
  );
  await desk.set('payment', '6');
  expect(await listRetentionProposals(approver, businessId)).toMatchObject([{ years: 6, before: 7 }]);
  for (const who of [as.finance, as.compliance, as.viewer])
    await expect(listRetentionProposals(who, businessId)).rejects.toMatchObject({ code: 'forbidden' });
});

test('an approver can’t end a legal hold, which needs the record', async () => {
  const { businessId, as } = desk.tenant;
  const approver = await createPerson(new Map([[businessId, 'approver' as const]]));
  const { paymentId: recordId } = await desk.reportPayment();
  const reason = 'The court asked for this record.';
  const { holds } = await placeHold(as.owner, { businessId, kind: 'payment', recordId, reason });
  const holdId = holds[0]?.holdId ?? '';
  const proposalId = await desk.proposeLift(as.owner, holdId);
  await expect(decideHoldLift(approver, { businessId, proposalId, answer: 'approve' })).rejects.toMatchObject(
    {
      code: 'forbidden',
    },
  );
});
