import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { DependencyList } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { draftsKey } from '#components/query/query-keys.ts';
import { discardDraftAction } from '#lib/drafts/actions.ts';
import type { Drafts } from '#lib/drafts/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { instant } from '#lib/values/instant.ts';
import { ReasonForm } from './reason-form.tsx';

// Without a browser a component is rendered once and forgets its state. Here the state stays for the next render.
const page = vi.hoisted(() => {
  type Cell = { value: unknown };
  const cells: Cell[] = [];
  let at = 0;
  const effects: (() => unknown)[] = [];
  const findCell = (create: () => unknown): Cell => {
    const cell = cells[at] ?? { value: create() };
    cells[at] = cell;
    at += 1;
    return cell;
  };
  return {
    elements: new Map<string, object>(),
    useState: (initial: unknown) => {
      const cell = findCell(() => (typeof initial === 'function' ? initial() : initial));
      return [
        cell.value,
        (next: unknown) => {
          cell.value = typeof next === 'function' ? next(cell.value) : next;
        },
      ];
    },
    useRef: (initial: unknown) => findCell(() => ({ current: initial })).value,
    useEffect: (effect: () => unknown, dependencies: DependencyList) => {
      const text = JSON.stringify(dependencies);
      const cell = findCell(() => null);
      if (cell.value !== text) effects.push(effect);
      cell.value = text;
    },
    begin: () => {
      at = 0;
    },
    runEffects: () => {
      for (const effect of effects.splice(0)) effect();
    },
    forget: () => {
      cells.length = 0;
      effects.length = 0;
    },
  };
});
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useState: page.useState,
  useRef: page.useRef,
  useEffect: page.useEffect,
  useEffectEvent: (run: unknown) => run,
}));
vi.mock('react/jsx-dev-runtime', async (original) => {
  const actual = await original<typeof import('react/jsx-dev-runtime')>();
  return {
    ...actual,
    jsxDEV: (...element: Parameters<typeof actual.jsxDEV>) => {
      const [type, props] = element;
      if (typeof type === 'string' && typeof props === 'object' && props !== null)
        page.elements.set(type, props);
      return actual.jsxDEV(...element);
    },
  };
});

const action = vi.fn<(reason: string) => Promise<ActionResult<string>>>();
const onDone = vi.fn();
const queries = new QueryClient();

/** Renders the form again and returns its page, as after a change of its state. */
function render(): string {
  const show = () => {
    page.begin();
    return renderToStaticMarkup(
      <QueryClientProvider client={queries}>
        <ReasonForm
          businessId="b"
          draft="hold-lift"
          subject="hold-1"
          label="Reason"
          save="Lift hold"
          action={action}
          messages={{ failed: 'The hold couldn’t be lifted' }}
          onDone={onDone}
        />
      </QueryClientProvider>,
    );
  };
  show();
  page.runEffects();
  return show();
}

/** Calls a handler of the rendered element, and renders the form again. */
function fire(element: string, name: string, event: object): string {
  const handler: unknown = Reflect.get(page.elements.get(element) ?? {}, name);
  if (typeof handler !== 'function') throw new Error(`${element} has no ${name}`);
  Reflect.apply(handler, null, [event]);
  return render();
}

const type = (text: string) => fire('textarea', 'onChange', { target: { value: text } });
/** Submits the form, as the Enter key and the button do. */
const submit = () => fire('form', 'onSubmit', { preventDefault: () => undefined });

const refusal = { ok: false, fieldErrors: {}, requestId: '' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { addEventListener: () => undefined });
  page.forget();
  queries.setQueryData<Drafts>(draftsKey('b', 'hold-1'), { drafts: [] });
});

test('restores the draft of its form, and offers to discard it', () => {
  const kept = { form: 'hold-lift', fields: { reason: 'The court ended it' }, closedAt: null } as const;
  queries.setQueryData<Drafts>(draftsKey('b', 'hold-1'), { drafts: [{ ...kept, savedAt: instant(0) }] });
  const html = render();
  expect(html).toContain('The court ended it</textarea>');
  expect(html).toContain('Discard');
  page.forget();
  queries.setQueryData<Drafts>(draftsKey('b', 'hold-1'), {
    drafts: [{ ...kept, form: 'watch', savedAt: instant(0) }],
  });
  expect(render()).not.toContain('The court ended it');
});

test('shows the error of the only field, whatever its name, until the text changes', async () => {
  render();
  type('Short');
  const fieldErrors = { note: ['Use at least three words.'] };
  action.mockResolvedValueOnce({ ...refusal, code: 'invalid', message: 'Check the field.', fieldErrors });
  submit();
  await vi.advanceTimersByTimeAsync(0);
  const html = render();
  expect(html).toContain('Use at least three words.');
  expect(html).not.toContain('The hold couldn’t be lifted');
  expect(html).toContain('Short</textarea>');
  expect(type('Short, but longer now')).not.toContain('Use at least three words.');
  expect(onDone).not.toHaveBeenCalled();
  expect(discardDraftAction).not.toHaveBeenCalled();
});

test('shows above the field why nothing was saved', async () => {
  render();
  type('The court ended it');
  action.mockResolvedValueOnce({ ...refusal, code: 'conflict', message: 'The hold has ended.' });
  submit();
  await vi.advanceTimersByTimeAsync(0);
  expect(render()).toMatch(/The hold couldn’t be lifted.*The hold has ended\..*<textarea/s);
});

test('is pending while it sends, sends once, and then forgets the draft', async () => {
  render();
  expect(type('The court ended it')).not.toContain('data-pending');
  const answer = Promise.withResolvers<ActionResult<string>>();
  action.mockReturnValue(answer.promise);
  expect(submit()).toMatch(/<button[^>]*aria-disabled="true"[^>]*data-pending/);
  submit();
  answer.resolve({ ok: true, data: 'lifted' });
  await vi.advanceTimersByTimeAsync(0);
  expect(render()).not.toContain('data-pending');
  expect(action).toHaveBeenCalledExactlyOnceWith('The court ended it');
  expect(onDone).toHaveBeenCalledExactlyOnceWith('lifted');
  await vi.waitFor(() => expect(discardDraftAction).toHaveBeenCalledOnce());
});
