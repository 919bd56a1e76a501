import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { proposeOpeningForm } from './schema.ts';
import { proposeOpening } from './set-position.ts';
import { createStatementFixture } from './testing/statement-fixture.ts';

const desk = createStatementFixture();

const disable = (role: 'owner' | 'finance', disabledAt: Date | null = new Date()) =>
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
