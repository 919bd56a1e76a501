import { afterEach, expect, test, vi } from 'vitest';
import { createForm } from '#lib/payments/create/model/form.ts';
import { deleteDraft, readSavedDraft, readTypedDetails, saveDraft, saveTypedDetails } from './saved-draft.ts';

afterEach(() => void vi.unstubAllGlobals());

test('keeps the form of a tab for the person who typed it', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const ada = { personId: 'ada', businessId: 'b', intentId: null };
  const bob = { ...ada, personId: 'bob' };
  const opening = createForm('b', 'id', { displayCurrencies: null, depositCurrencies: null, networks: null });
  saveDraft(ada, { ...opening, amount: '49.90' });
  saveTypedDetails(ada, { note: 'Call first', labels: '' });
  expect(readSavedDraft(bob, opening)).toBeNull();
  expect(readTypedDetails(bob)).toBeNull();
  deleteDraft(bob);
  expect(readSavedDraft(ada, opening)?.amount).toBe('49.90');
  expect(readTypedDetails(ada)?.note).toBe('Call first');
});
