import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { proposeOpeningForm } from './schema.ts';
import { proposeOpening } from './set-position.ts';
import { createStatementFixture } from './testing/statement-fixture.ts';

const desk = createStatementFixture();

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 60 * 60 * 1000);

const disable = (role: 'owner' | 'finance', disabledAt: Date | null = hoursAgo(73)) =>
  database().membership.updateMany({
    where: { businessId: desk.tenant.businessId, role },
    data: { disabledAt },
  });

const enter = (amount: string, by = desk.tenant.as.owner, currency = 'EUR') => {
  const { businessId } = desk.tenant;
  const form = { businessId, currency, day: '2026-10-01', amount, evidence: 'The balance at the service' };
  return proposeOpening(by, proposeOpeningForm.parse(form));
};

describe('the opening position of a business with one person for its statements', () => {
  test('takes effect at once, with its evidence in the audit log', async () => {
    await disable('finance');
    expect((await desk.read('2026-10')).opening).toMatchObject({ position: null, isAlone: true });
    expect(await enter('7.5')).toEqual({ proposalId: null });
    const { opening, figures } = await desk.read('2026-10');
    expect(opening).toEqual({
      position: { day: '2026-10-01', amount: '7.5' },
      isAlone: false,
      proposals: [],
    });
    expect(figures.opening).toBe('7.5');
    const { after } = await database().auditEntry.findFirstOrThrow({
      where: { chainId: desk.tenant.businessId, action: 'statement.set-opening' },
    });
    expect(after).toEqual({
      ...{ currency: 'EUR', day: '2026-10-01', amount: '7.5', reason: 'The balance at the service' },
    });
  });

  test('is changed only with a second person', async () => {
    await disable('finance');
    await enter('7.5');
    const { proposalId } = await enter('8');
    expect(proposalId).not.toBeNull();
    expect((await desk.read('2026-10')).figures.opening).toBe('7.5');
    await expect(desk.answer('opening', proposalId ?? '', desk.tenant.as.owner)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('is not entered by a person who lost the role while their request waited', async () => {
    await disable('finance');
    await expect(enter('7.5', desk.tenant.as.finance)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await desk.read('2026-10')).opening.position).toBeNull();
  });

  test('waits for the answer to what a former colleague proposed', async () => {
    await enter('5', desk.tenant.as.finance);
    await disable('finance');
    await expect(enter('7.5')).rejects.toMatchObject({ code: 'conflict' });
    const { opening } = await desk.read('2026-10');
    expect(opening).toMatchObject({ position: null, isAlone: false, proposals: [{ state: 'proposed' }] });
  });

  test.each(['disabled', 'disabled everywhere', 'given another role'])(
    'takes two people while the other one was %s within 72 hours',
    async (how) => {
      const { businessId, as } = desk.tenant;
      const { personId } = as.finance.actor;
      await disable('finance');
      await database().membership.updateMany({ where: { businessId, personId }, data: { disabledAt: null } });
      if (how === 'given another role')
        await database().membership.updateMany({ where: { businessId, personId }, data: { role: 'viewer' } });
      const leave = async (at: Date): Promise<void> => {
        if (how === 'disabled')
          await database().membership.updateMany({
            where: { businessId, personId },
            data: { disabledAt: at },
          });
        else if (how === 'disabled everywhere')
          await database().person.updateMany({ where: { id: personId }, data: { disabledAt: at } });
        else
          await database().accessGrant.create({
            data: { businessId, personId, grantedById: as.owner.actor.personId, kind: 'role', grantedAt: at },
          });
      };
      const store = (subject: string) => {
        const value = { day: '2026-10-01', amount: '1' };
        return database().setting.create({ data: { businessId, kind: 'opening-position', subject, value } });
      };
      await leave(hoursAgo(73));
      expect((await desk.read('2026-10')).opening.isAlone).toBe(true);
      await expect(store('USD')).resolves.toMatchObject({ version: 1 });
      await leave(hoursAgo(71));
      expect((await desk.read('2026-10')).opening.isAlone).toBe(false);
      await expect(store('CHF')).rejects.toThrow('second person');
      expect((await enter('7.5')).proposalId).not.toBeNull();
    },
  );

  test('takes two people as soon as there are two, also in the database', async () => {
    expect((await desk.read('2026-10')).opening.isAlone).toBe(false);
    const { proposalId } = await enter('7.5');
    expect(proposalId).not.toBeNull();
    const { businessId } = desk.tenant;
    const data = {
      businessId,
      kind: 'opening-position',
      subject: 'USD',
      value: { day: '2026-10-01', amount: '1' },
    };
    await expect(database().setting.create({ data })).rejects.toThrow('second person');
    await disable('finance');
    await expect(database().setting.create({ data })).resolves.toMatchObject({ version: 1 });
    const change = { value: { day: '2026-10-01', amount: '2' } };
    await expect(
      database().setting.updateMany({ where: { businessId, subject: 'USD' }, data: change }),
    ).rejects.toThrow('second person');
  });
});
