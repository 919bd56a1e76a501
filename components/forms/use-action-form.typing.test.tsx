import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { FieldErrors } from '#lib/values/errors.ts';
import type { ActionForm } from './use-action-form.ts';
import { useActionForm } from './use-action-form.ts';

type Field = 'currency' | 'amount';

/** The present state of `useAction`. */
const call = vi.hoisted(() => {
  const state: { isPending: boolean; problem: object | null; errors: FieldErrors } = {
    isPending: false,
    problem: null,
    errors: {},
  };
  return state;
});
vi.mock('#components/query/use-action.ts', () => ({
  useAction: () => ({ ...call, act: vi.fn(), clear: vi.fn() }),
}));

/** Runs one step in each render, as a person and the server do one after the other. */
function Form({ steps }: { steps: readonly ((form: ActionForm<Field>) => void)[] }) {
  const [step, setStep] = useState(0);
  const form = useActionForm({
    businessId: 'b',
    draft: 'creation-limit',
    subject: 'new-limit',
    initial: { currency: 'EUR', amount: '1' },
    action: async () => ({ ok: true as const, data: null }),
    messages: { failed: 'The limit couldn’t be set' },
  });
  const next = steps[step];
  if (next !== undefined) {
    next(form);
    setStep(step + 1);
  }
  return <output>{form.field('amount').error}</output>;
}

const render = (...steps: readonly ((form: ActionForm<Field>) => void)[]) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form steps={steps} />
    </QueryClientProvider>,
  );
const type = (amount: string) => (form: ActionForm<Field>) => form.set({ amount });
const answer = () => {
  call.isPending = false;
  call.problem = {};
  call.errors = { amount: ['Too high.'] };
};

test('shows the error of a text that changed while it was sent, until it changes again', () => {
  const send = () => {
    Object.assign(call, { isPending: true, problem: null, errors: {} });
  };
  const again = () => undefined;
  expect(render(send, type('2'), again, answer, again)).toContain('Too high.');
  expect(render(send, type('2'), again, answer, type('3'), again)).not.toContain('Too high.');
});

test('shows an error found before the form is sent until its text changes', () => {
  Object.assign(call, { isPending: false, problem: null, errors: {} });
  const refuse = (form: ActionForm<Field>) => form.refuse({ amount: ['Not a number.'] });
  expect(render(refuse)).toContain('Not a number.');
  let failed: object | null = null;
  render(refuse, (form) => {
    failed = form.failedAttempt;
  });
  expect(failed).toEqual({ amount: ['Not a number.'] });
  expect(render(refuse, type('2'))).not.toContain('Not a number.');
});
