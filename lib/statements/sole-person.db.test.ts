import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { changeRole, disableMember, removeMember, transferOwnership } from '#lib/team/index.ts';
import { addMilliseconds, formatUtc, instant } from '#lib/values/instant.ts';
import { answerStatementProposal } from './close-period.ts';
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

const ofFinance = () => ({
  businessId: desk.tenant.businessId,
  personId: desk.tenant.as.finance.actor.personId,
});

const enter = (amount: string, by = desk.tenant.as.owner, currency = 'EUR') => {
  const { businessId } = desk.tenant;
  const form = { businessId, currency, day: '2026-10-01', amount, evidence: 'The balance at the service' };
  return proposeOpening(by, proposeOpeningForm.parse(form));
};

const store = (subject: string) => {
  const value = { day: '2026-10-01', amount: '1' };
  return database().setting.create({
    data: { businessId: desk.tenant.businessId, kind: 'opening-position', subject, value },
  });
};

/** The ways in which an owner becomes alone, or the person of finance does. */
const departures: Readonly<Record<string, (owner: Context<PersonActor>) => Promise<unknown>>> = {
  disabled: (owner) => disableMember(owner, ofFinance()),
  'disabled everywhere': (owner) =>
    database().person.updateMany({
      where: { id: ofFinance().personId },
      data: { disabledAt: new Date(owner.clock.now()) },
    }),
  removed: (owner) => removeMember(owner, ofFinance()),
  'disabled and then removed': async (owner) => {
    await disableMember(owner, ofFinance());
    await removeMember(desk.tenant.as.owner, ofFinance());
  },
  'given another role': (owner) => changeRole(owner, { ...ofFinance(), role: 'viewer' }),
  'made owner by transfer': (owner) => transferOwnership(owner, { ...ofFinance(), role: 'viewer' }),
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

  describe.each(Object.keys(departures))('of which the other one was %s', (how) => {
    const leave = async (hours: number) => {
      const { businessId, as } = desk.tenant;
      await disable('finance');
      await database().membership.update({
        where: { personId_businessId: { personId: as.finance.actor.personId, businessId } },
        data: { disabledAt: null },
      });
      const at = instant(hoursAgo(hours).getTime());
      await departures[how]?.({ ...as.owner, clock: { now: () => at } });
      const from = formatUtc(addMilliseconds(at, 72 * 3_600_000));
      return { alone: how === 'made owner by transfer' ? as.finance : as.owner, from };
    };

    test('takes effect at once after 72 hours', async () => {
      const { alone } = await leave(73);
      expect((await desk.read('2026-10')).opening.isAlone).toBe(true);
      expect(await enter('7.5', alone)).toEqual({ proposalId: null });
    });

    test('is refused within 72 hours, with the reason', async () => {
      const { alone, from } = await leave(71);
      expect((await desk.read('2026-10')).opening.isAlone).toBe(false);
      await expect(store('CHF')).rejects.toThrow('second person');
      await expect(enter('7.5', alone)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`alone from ${from},`),
      });
      expect(await database().proposal.count({ where: { businessId: desk.tenant.businessId } })).toBe(0);
    });
  });

  test('takes effect at once while no one left who could have approved it', async () => {
    const { businessId, as } = desk.tenant;
    await disable('finance');
    await changeRole(as.owner, { businessId, personId: as.viewer.actor.personId, role: 'compliance' });
    await removeMember(as.owner, { businessId, personId: as.finance.actor.personId });
    expect((await desk.read('2026-10')).opening.isAlone).toBe(true);
    expect(await enter('7.5')).toEqual({ proposalId: null });
  });

  test('takes effect at once after an own proposal is withdrawn', async () => {
    const { businessId, as } = desk.tenant;
    const { proposalId } = await enter('7.5');
    await disable('finance');
    await expect(enter('7.5')).rejects.toMatchObject({ code: 'conflict' });
    await answerStatementProposal(as.owner, {
      ...{ businessId, proposalId: proposalId ?? '', kind: 'opening', comment: '' },
      answer: 'withdraw',
    });
    expect(await enter('7.5')).toEqual({ proposalId: null });
  });

  test('takes two people as soon as there are two, also in the database', async () => {
    expect((await desk.read('2026-10')).opening.isAlone).toBe(false);
    const { proposalId } = await enter('7.5');
    expect(proposalId).not.toBeNull();
    const { businessId } = desk.tenant;
    await expect(store('USD')).rejects.toThrow('second person');
    await disable('finance');
    await expect(store('USD')).resolves.toMatchObject({ version: 1 });
    const change = { value: { day: '2026-10-01', amount: '2' } };
    await expect(
      database().setting.updateMany({ where: { businessId, subject: 'USD' }, data: change }),
    ).rejects.toThrow('second person');
  });
});
