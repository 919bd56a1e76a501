import { expect, test, vi } from 'vitest';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { ProblemCode } from '#lib/values/errors.ts';
import {
  isReauthenticationNeeded,
  settleReauthentication,
  subscribeReauthentication,
  withReauthentication,
} from './reauthentication.ts';

const refused = (code: ProblemCode) =>
  ({ ok: false, code, message: 'refused', fieldErrors: {}, requestId: '' }) as const;
const done = { ok: true, data: 'done' } as const;

/** An action that is refused until the person confirms who they are. */
const stale = () =>
  vi
    .fn<() => Promise<ActionResult<string>>>()
    .mockResolvedValueOnce(refused('reauthentication-required'))
    .mockResolvedValue(done);

async function waitUntilNeeded(): Promise<void> {
  await vi.waitFor(() => expect(isReauthenticationNeeded()).toBe(true), { timeout: 60_000 });
}

test('runs the action again after the person has confirmed', async () => {
  const end = subscribeReauthentication(() => undefined);
  const action = stale();
  const result = withReauthentication(action);
  await waitUntilNeeded();
  expect(action).toHaveBeenCalledOnce();
  settleReauthentication(true);
  expect(await result).toEqual(done);
  expect(isReauthenticationNeeded()).toBe(false);
  end();
});

test('returns the refusal if the person closes the dialog, and without a dialog', async () => {
  const end = subscribeReauthentication(() => undefined);
  const result = withReauthentication(stale());
  await waitUntilNeeded();
  settleReauthentication(false);
  expect(await result).toMatchObject({ code: 'reauthentication-required' });
  end();
  expect(await withReauthentication(stale())).toMatchObject({ code: 'reauthentication-required' });
});

test('shares one dialog between several actions', async () => {
  const notify = vi.fn();
  const end = subscribeReauthentication(notify);
  const results = [withReauthentication(stale()), withReauthentication(stale())];
  await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2), { timeout: 60_000 });
  settleReauthentication(true);
  expect(await Promise.all(results)).toEqual([done, done]);
  end();
});

test('returns other answers unchanged', async () => {
  const action = vi.fn(async () => refused('conflict'));
  expect(await withReauthentication(action)).toEqual(refused('conflict'));
  expect(action).toHaveBeenCalledOnce();
});
