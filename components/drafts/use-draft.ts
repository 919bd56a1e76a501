'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { draftsKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { toast } from '#components/ui/toast.tsx';
import { discardDraftAction, saveDraftAction } from '#lib/drafts/actions.ts';
import type { DraftField, DraftFormName } from '#lib/drafts/model.ts';
import { isDraftTooLong } from '#lib/drafts/model-limits.ts';
import type { Draft, Drafts } from '#lib/drafts/schema.ts';
import { tDrafts } from '#lib/messages/drafts.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { keepUnsavedText, takeUnsavedText } from './unsaved-text.ts';

const draftsShape = checkFields<Drafts>(withFields('drafts'));

/** Milliseconds without a key press before the text is saved. */
const pauseMs = 700;

type Fields<Form extends DraftFormName> = Readonly<Record<DraftField<Form>, string>>;

type DraftOptions<Form extends DraftFormName> = {
  readonly businessId: string;
  readonly form: Form;
  /** The record that the form is about. */
  readonly subject: string;
  /** The current texts of the form. */
  readonly values: Fields<Form>;
  /** The texts of the untouched form. They are not kept. */
  readonly initial: Fields<Form>;
  /** Fills the form with the kept texts, or with the initial ones. */
  readonly fill: (fields: Readonly<Record<string, string | undefined>>) => void;
};

/** The state of a draft for its notice. */
export type DraftState = {
  /** When the restored text was saved; null if nothing was restored. */
  readonly restoredAt: Instant | null;
  /** Why the text isn't saved; null if it is. */
  readonly problem: string | null;
  readonly discard: () => void;
  /** Forgets the draft, because its text was sent. */
  readonly sent: () => void;
};

const useDraftsQuery = (businessId: string, subject: string) =>
  useQuery({
    queryKey: draftsKey(businessId, subject),
    queryFn: ({ signal }) =>
      requestJson(
        `/api/businesses/${businessId}/drafts?subject=${encodeURIComponent(subject)}`,
        draftsShape,
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The person's own drafts about a record. */
export const useDrafts = (businessId: string, subject: string): readonly Draft[] | undefined =>
  useDraftsQuery(businessId, subject).data?.drafts;

/**
 * Keeps the unsent text of a form on the server while the person types, and restores it. Leaving the page warns only if
 * the text could not be saved. The tab then keeps it for the next opening of the form.
 */
export function useDraft<Form extends DraftFormName>({
  businessId,
  form,
  subject,
  values,
  initial,
  fill,
}: DraftOptions<Form>): DraftState {
  const queries = useQueryClient();
  const { data, isError } = useDraftsQuery(businessId, subject);
  const drafts = data?.drafts;
  const [restoredAt, setRestoredAt] = useState<Instant | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = JSON.stringify(values);
  const untouched = JSON.stringify(initial);
  /** The texts that the server has, once the draft was looked up. Null before. */
  const saved = useRef<string | null>(null);
  const wasSent = useRef(false);
  /** The form is closed, or its page was left. */
  const isGone = useRef(false);
  /** The text that was sent last. It is not saved again when the form goes away. */
  const sentText = useRef<string | null>(null);
  /** The last request. The next one waits for it, because the server may handle two at once in either order. */
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve());

  const inOrder = <Result>(request: () => Promise<Result>): Promise<Result> => {
    const result = lastRequest.current.then(request);
    lastRequest.current = result;
    return result;
  };

  const remember = (text: string, savedAt: Instant) => {
    saved.current = text;
    queries.setQueryData<Drafts>(draftsKey(businessId, subject), (known) => {
      const others = known?.drafts.filter((draft) => draft.form !== form) ?? [];
      const openDrafts = text === untouched ? [] : [{ form, fields: values, savedAt, closedAt: null }];
      return { drafts: [...others, ...openDrafts] };
    });
  };
  const fail = (reason: string) => {
    setProblem(reason);
    if (!isGone.current) return;
    keepUnsavedText({ businessId, form, subject }, { fields: values, typedAt: instant(Date.now()) });
    toast.bad(tDrafts('left.title'), { detail: tDrafts('left.detail', { reason }) });
  };
  const save = useEffectEvent(async () => {
    // Before the draft was looked up, only the text of a form that goes away is saved.
    const known = saved.current ?? (isGone.current ? untouched : current);
    if (known === current || wasSent.current || sentText.current === current) return;
    sentText.current = null;
    if (isDraftTooLong(form, values)) return fail(tDrafts('problem.tooLong'));
    const key = { businessId, form, subject };
    const before = queries.getQueryData<Drafts>(draftsKey(businessId, subject));
    // A form that is opened again at once finds its text.
    if (isGone.current) remember(current, instant(Date.now()));
    const result = await inOrder(() =>
      callAction<unknown>(() =>
        current === untouched ? discardDraftAction(key) : saveDraftAction({ ...key, fields: values }),
      ),
    );
    if (wasSent.current) return;
    if (result?.ok) {
      remember(current, instant(Date.now()));
      setProblem(null);
      return;
    }
    // The case was decided, possibly by this text, so it doesn't offer the form any more.
    if (isGone.current && result?.code === 'conflict') return;
    // The server doesn't have the text, so the form sends it again when it is opened.
    if (isGone.current) queries.setQueryData(draftsKey(businessId, subject), before);
    fail(result === null ? tDrafts('notReached') : result.message);
  });
  const restoreText = (fields: Readonly<Record<string, string>>, at: Instant) => {
    // Text that was typed before the draft arrived stays.
    if (current !== untouched) return;
    fill(fields);
    setRestoredAt(at);
  };
  const restore = useEffectEvent((known: readonly Draft[] | undefined) => {
    if (saved.current !== null) return;
    const draft = known?.find((one) => one.form === form && one.closedAt === null);
    const unsaved = takeUnsavedText({ businessId, form, subject });
    if (known !== undefined)
      saved.current = draft === undefined ? untouched : JSON.stringify({ ...initial, ...draft.fields });
    if (unsaved !== null) restoreText(unsaved.fields, unsaved.typedAt);
    else if (draft !== undefined) restoreText(draft.fields, draft.savedAt);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form may continue with another subject, such as the request that it has sent.
  useEffect(() => {
    saved.current = null;
  }, [subject]);
  useEffect(() => {
    if (drafts !== undefined || isError) restore(drafts);
  }, [drafts, isError]);
  const isKnown = drafts !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins a new pause.
  useEffect(() => {
    if (!isKnown) return;
    const timer = setTimeout(() => void save(), pauseMs);
    return () => clearTimeout(timer);
  }, [current, isKnown]);
  // The text of the last moment is saved when the form or the page goes away.
  useEffect(() => {
    isGone.current = false;
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') void save();
    };
    document.addEventListener('visibilitychange', saveHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveHidden);
      isGone.current = true;
      void save();
    };
  }, []);
  const shownProblem =
    problem ?? (isError && !isKnown && current !== untouched ? tDrafts('notReached') : null);
  const isUnsaved = shownProblem !== null;
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  return {
    restoredAt,
    problem: shownProblem,
    discard: () => {
      setRestoredAt(null);
      fill(initial);
    },
    sent: () => {
      wasSent.current = true;
      sentText.current = current;
      takeUnsavedText({ businessId, form, subject });
      setRestoredAt(null);
      setProblem(null);
      remember(untouched, instant(Date.now()));
      // The verbs of a case delete its drafts themselves.
      if (!form.startsWith('case-'))
        void inOrder(() => callAction(() => discardDraftAction({ businessId, form, subject })));
      // The same form may be used again, such as for the next note.
      setTimeout(() => {
        wasSent.current = false;
      }, pauseMs);
    },
  };
}
