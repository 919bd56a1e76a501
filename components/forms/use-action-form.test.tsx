import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { draftsKey } from '#components/query/query-keys.ts';
import { toast } from '#components/ui/toast.tsx';
import { discardDraftAction } from '#lib/drafts/actions.ts';
import type { Drafts } from '#lib/drafts/schema.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import type { ActionForm } from './use-action-form.ts';
import { useActionForm } from './use-action-form.ts';

type Limit = { readonly currency: string; readonly amount: string };
type Options = Partial<
  Pick<Parameters<typeof useActionForm<'creation-limit', string>>[0], 'read' | 'action' | 'onDone' | 'hide'>
>;

const send = vi.fn(async ({ amount }: Limit) => ({ ok: true as const, data: amount }));
const discard = vi.mocked(discardDraftAction);
beforeEach(() => void vi.spyOn(toast, 'bad').mockReturnValue(undefined));

/** Gives the form of a render to the test. */
function Form({ onForm, ...options }: Options & { onForm: (form: ActionForm<keyof Limit>) => void }) {
  onForm(
    useActionForm({
      businessId: 'b',
      draft: 'creation-limit',
      subject: 'new-limit',
      initial: { currency: 'EUR', amount: '1.000' },
      action: send,
      messages: { failed: 'The limit couldn’t be set' },
      ...options,
    }),
  );
  return null;
}

function renderForm(options: Options, queries = new QueryClient()): ActionForm<keyof Limit> {
  const forms: ActionForm<keyof Limit>[] = [];
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Form {...options} onForm={(form) => forms.push(form)} />
    </QueryClientProvider>,
  );
  const [form] = forms;
  if (form === undefined) throw new Error('The form was not rendered');
  return form;
}

test('sends the texts as they were read, forgets the draft and reports the result', async () => {
  const done = vi.fn();
  const queries = new QueryClient();
  const kept = {
    form: 'creation-limit',
    fields: { amount: '2' },
    savedAt: instant(0),
    closedAt: null,
  } as const;
  queries.setQueryData<Drafts>(draftsKey('b', 'new-limit'), { drafts: [kept] });
  const form = renderForm(
    { read: (typed) => ({ texts: { ...typed, amount: '1000' } }), onDone: done },
    queries,
  );
  expect(form.field('amount')).toMatchObject({ value: '1.000', error: undefined });
  await form.submit();
  expect(send).toHaveBeenCalledExactlyOnceWith({ currency: 'EUR', amount: '1000' });
  expect(queries.getQueryData<Drafts>(draftsKey('b', 'new-limit'))).toEqual({ drafts: [] });
  await vi.waitFor(() => expect(discard).toHaveBeenCalledOnce(), { timeout: 60_000 });
  expect(done).toHaveBeenCalledExactlyOnceWith('1000');
});

test('sends nothing while a text has an error', async () => {
  const form = renderForm({ read: () => ({ errors: { amount: ['1.000 can mean 1 or 1,000.'] } }) });
  await form.submit();
  expect(send).not.toHaveBeenCalled();
  expect(discard).not.toHaveBeenCalled();
});

test('shows an error that is found while typing at its field', () => {
  expect(renderForm({}).field('amount', 'Too high').error).toBe('Too high');
});

const refuse = (fieldErrors: FieldErrors) => async () => ({
  ...{ ok: false as const, code: 'invalid' as const, message: 'Check the highlighted fields.' },
  ...{ fieldErrors, requestId: '' },
});

test('shows a refused text at its field alone, and keeps the draft', async () => {
  await renderForm({ action: refuse({ amount: ['Use at most 40 characters.'] }) }).submit();
  expect(toast.bad).not.toHaveBeenCalled();
  expect(discard).not.toHaveBeenCalled();
});

test('says why nothing was saved where no field shows it', async () => {
  await renderForm({
    action: refuse({ currency: ['Unknown.'], other: ['Use at most 40 characters.'] }),
  }).submit();
  expect(toast.bad).toHaveBeenCalledExactlyOnceWith(
    'The limit couldn’t be set',
    expect.objectContaining({ detail: 'Use at most 40 characters.' }),
  );
  expect(discard).not.toHaveBeenCalled();
});

test('says why nothing was saved where the field is hidden', async () => {
  const action = refuse({ amount: ['Enter an amount.'] });
  await renderForm({ action, hide: ({ currency }) => (currency === 'EUR' ? ['amount'] : []) }).submit();
  expect(toast.bad).toHaveBeenCalledExactlyOnceWith(
    'The limit couldn’t be set',
    expect.objectContaining({ detail: 'Enter an amount.' }),
  );
});
