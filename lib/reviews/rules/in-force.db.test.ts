import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/platform/db.ts';
import { proposeDecision } from '../propose-decision.ts';
import { readCase } from '../queries/case.ts';
import { activate, ago, change, deposit, named, newDesk, opened, save, sweep, walk } from './testing/desk.ts';

test('the past is left alone unless it was chosen, also when an old deposit changes', async () => {
  const desk = await newDesk();
  const old = await deposit(desk, { depositAmount: '2', sortAt: ago(72) });
  const older = await deposit(desk, { depositAmount: '2', sortAt: ago(24 * 20) });
  const rule = await activate(desk, { over: '0.5' });
  const touch = (depositId: string) =>
    database().deposit.update({
      where: { businessId_depositId: { businessId: desk.businessId, depositId } },
      data: { depositAmount: '3' },
    });
  await touch(old);
  await walk();
  await sweep();
  expect(await opened(desk)).toEqual({});
  const paused = await change(desk, rule, 'pause');
  const next = await save(desk, { over: '0.4' }, paused);
  await change(desk, next, 'activate', 7);
  await walk();
  await sweep();
  expect(await opened(desk)).toEqual({ [old]: named(rule) });
  expect(await opened(desk)).not.toHaveProperty(older);
});

test('what was marked while a rule was in force is judged by it, whenever the desk comes to it', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { over: '0.5' });
  const before = await deposit(desk, { depositAmount: '1' });
  const paused = await change(desk, rule, 'pause');
  const meanwhile = await deposit(desk, { depositAmount: '1' });
  await sweep();
  expect(await opened(desk)).toEqual({ [before]: named(rule) });
  await change(desk, paused, 'resume');
  const after = await deposit(desk, { depositAmount: '1' });
  await sweep();
  expect(Object.keys(await opened(desk)).toSorted()).toEqual([before, after].toSorted());
  expect(await opened(desk)).not.toHaveProperty(meanwhile);
});

test('a rule opens a cleared case again once, and not another time by a later version', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { over: '0.5' });
  const id = await deposit(desk, { depositAmount: '1', uniformPayableAmount: '10' });
  await sweep();
  const found = await database().reviewCase.findFirstOrThrow({ where: { subjectId: id } });
  const { version } = await readCase(desk.second, desk.businessId, found.caseId);
  const decided = {
    businessId: desk.businessId,
    caseId: found.caseId,
    version,
    kind: 'clear',
    reason: 'Known',
  } as const;
  expect(await proposeDecision(desk.second, decided)).toEqual({ state: 'decided' });
  await change(desk, await save(desk, { over: '0.4' }, rule), 'activate', 7);
  await walk();
  await sweep();
  expect((await readCase(desk.second, desk.businessId, found.caseId)).state).toBe('decided');
});

test('two businesses do not see each other’s rules', async () => {
  const [desk, other] = [await newDesk(), await newDesk()];
  const depositId = randomUUID();
  const rule = await activate(desk, { over: '0.5' });
  await deposit(other, { depositId, depositAmount: '9' });
  await deposit(desk, { depositId, depositAmount: '9' });
  await sweep();
  expect(await opened(other)).toEqual({});
  expect(await opened(desk)).toEqual({ [depositId]: named(rule) });
});
