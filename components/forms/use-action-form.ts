'use client';

import { useState } from 'react';
import type { DraftState } from '#components/drafts/use-draft.ts';
import { useDraft } from '#components/drafts/use-draft.ts';
import type { ActionMessages, ActionOptions } from '#components/query/use-action.ts';
import { useAction } from '#components/query/use-action.ts';
import type { ActionProblem } from '#components/query/use-action-call.ts';
import type { DraftField, DraftFormName } from '#lib/drafts/model.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { FieldErrors } from '#lib/values/errors.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The properties of a text field, text area or select. */
type FieldProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
};

export type DraftForm<Name extends string> = {
  /** The typed texts. */
  readonly fields: Texts<Name>;
  /** Returns the properties of a field. `problem` is found while typing, and replaces the error of the last action. */
  readonly field: (name: Name, problem?: string) => FieldProps;
  readonly set: (changes: Partial<Texts<Name>>) => void;
  /** The errors of the last attempt by field, except those of fields that were changed since its answer. */
  readonly errors: FieldErrors;
  /** Why the last action failed, for forms that show it themselves. */
  readonly problem: ActionProblem | null;
  readonly draft: DraftState;
  readonly isPending: boolean;
  /** Shows the initial texts again, as the record is now. */
  readonly reset: () => void;
  /** Forgets why the last action failed. */
  readonly clear: () => void;
  /** The texts of the last attempt to send the form. */
  readonly tried: Texts<Name>;
  /** The texts when the answer arrived. They differ from `tried` if the person typed while the form was sent. */
  readonly answered: Texts<Name>;
  /** Shows errors that were found before the form was sent. */
  readonly refuse: (found: FieldErrors) => void;
  /** Why the last attempt failed, whether the form was sent or refused before. Null if it didn't. */
  readonly failedAttempt: object | null;
  /**
   * Runs an action with the texts of the form and forgets its draft, unless its answer is a question (`isSent`). Returns
   * the data, or null if it failed.
   */
  readonly send: <Data>(
    action: () => Promise<ActionResult<Data>>,
    messages: ActionMessages<Data> & { readonly isSent?: (data: Data) => boolean },
  ) => Promise<Data | null>;
};

type Tried<Name extends string> = {
  readonly texts: Texts<Name>;
  readonly answered: Texts<Name>;
  /** Null if the form was sent. */
  readonly found: FieldErrors | null;
};

type DraftFormOptions<Form extends DraftFormName> = Omit<ActionOptions, 'businessId'> & {
  readonly businessId: string;
  /** The name of the form in `draftForms`, which lists its fields. The person has one draft for each subject. */
  readonly draft: Form;
  readonly subject: string;
  /** The texts of the untouched form. It follows them when a colleague changes the record. */
  readonly initial: Texts<DraftField<Form>>;
  /** Makes kept texts valid for the form, such as a role that is no longer offered. */
  readonly adapt?: (kept: Texts<DraftField<Form>>) => Texts<DraftField<Form>>;
  /** Returns the fields that the form with these texts doesn't show. Their errors are in a message. */
  readonly hide?: (typed: Texts<DraftField<Form>>) => readonly DraftField<Form>[];
};

export const hasSameTexts = (left: Texts<string>, right: Texts<string>): boolean =>
  Object.keys(left).every((name) => left[name] === right[name]);

/** Returns the initial texts with those that were kept. */
function withTexts<Fields extends Texts<string>>(
  initial: Fields,
  kept: Readonly<Record<string, string | undefined>>,
): Fields {
  const known = Object.keys(initial).filter((name) => kept[name] !== undefined);
  return { ...initial, ...Object.fromEntries(known.map((name) => [name, kept[name]])) };
}

/** Returns the typed texts. Fields that the person left untouched have the present values of the record. */
function followRecord<Fields extends Texts<string>>(fields: Fields, base: Fields, initial: Fields): Fields {
  const untouched = Object.keys(initial).filter((name) => fields[name] === base[name]);
  return { ...fields, ...Object.fromEntries(untouched.map((name) => [name, initial[name]])) };
}

/**
 * The texts of a form, their errors and its draft, for forms with several actions. The draft is restored with its age and
 * forgotten once it was sent. Each field shows its own errors, and a message the others. A form that doesn't show the errors of exactly
 * its draft's fields names those that it shows (`fields`).
 */
export function useDraftForm<Form extends DraftFormName>({
  businessId,
  draft: form,
  subject,
  initial,
  adapt = (kept) => kept,
  hide = () => [],
  fields: shown = Object.keys(initial),
  ...options
}: DraftFormOptions<Form>): DraftForm<DraftField<Form>> {
  const [fields, setFields] = useState(initial);
  const hidden: readonly string[] = hide(fields);
  const {
    act,
    isPending,
    problem,
    errors: refused,
    clear,
  } = useAction({
    ...options,
    businessId,
    fields: shown.filter((name) => !hidden.includes(name)),
  });
  const [base, setBase] = useState(initial);
  const [sentTexts, setSentTexts] = useState<typeof fields | null>(null);
  if (sentTexts !== null) {
    setSentTexts(null);
    // A text that was typed since stays.
    if (hasSameTexts(fields, sentTexts)) setFields(initial);
  }
  if (!hasSameTexts(base, initial)) {
    setBase(initial);
    // A touched field stays as typed. The others follow the record.
    setFields(followRecord(fields, base, initial));
  }
  const set = (changes: Partial<Texts<DraftField<Form>>>) => setFields((known) => ({ ...known, ...changes }));
  const draft = useDraft({
    businessId,
    form,
    subject,
    values: fields,
    initial,
    fill: (kept) => setFields(adapt(withTexts(initial, kept))),
  });
  const [tried, setTried] = useState<Tried<DraftField<Form>>>({
    texts: initial,
    answered: initial,
    found: null,
  });
  // No error is shown before the answer, so what is typed until then corrects none.
  if (isPending && problem === null && !hasSameTexts(tried.answered, fields))
    setTried({ ...tried, answered: fields });
  const isCorrected = (path: string): boolean => {
    const [name = ''] = path.split('.');
    const texts: Texts<string> = tried.answered;
    const now: Texts<string> = fields;
    return name in now && now[name] !== texts[name];
  };
  const errors = Object.fromEntries(
    Object.entries({ ...refused, ...tried.found }).filter(([path]) => !isCorrected(path)),
  );
  return {
    fields,
    field: (name, found) => ({
      value: fields[name],
      error: found ?? errors[name]?.[0],
      onChange: ({ target }) => setFields((known) => ({ ...known, [name]: target.value })),
    }),
    set,
    errors,
    problem,
    failedAttempt: problem ?? tried.found,
    tried: tried.texts,
    answered: tried.answered,
    draft,
    isPending,
    reset: () => setSentTexts(fields),
    clear,
    refuse: (found) => {
      clear();
      setTried({ texts: fields, answered: fields, found });
    },
    send: async (action, { isSent = () => true, ...messages }) => {
      setTried({ texts: fields, answered: fields, found: null });
      const data = await act(action, messages);
      if (data !== null && isSent(data)) draft.sent();
      return data;
    },
  };
}

type ReadTexts<Name extends string> = { readonly texts: Texts<Name> } | { readonly errors: FieldErrors };

export type ActionForm<Name extends string> = DraftForm<Name> & {
  /** Sends the typed texts, or others in their place. Does nothing while it sends. */
  readonly submit: (others?: Texts<Name>) => Promise<void>;
};

export type ActionFormOptions<Form extends DraftFormName, Data> = DraftFormOptions<Form> & {
  /** Reads the typed texts, such as amounts in the person's locale. Returns the texts to send, or their errors. */
  readonly read?: (typed: Texts<DraftField<Form>>) => ReadTexts<DraftField<Form>>;
  readonly action: (fields: Texts<DraftField<Form>>) => Promise<ActionResult<Data>>;
  readonly messages: ActionMessages<Data>;
  /** Empties the form after it was sent, for the next note. */
  readonly isRepeated?: boolean;
  readonly onDone?: (data: Data) => void;
};

/** The forms that have this field and no other. */
type OneFieldForm<Name extends string> = {
  [Form in DraftFormName]: [DraftField<Form>] extends [Name] ? Form : never;
}[DraftFormName];

/** Properties of a form with one field. */
export type OneFieldFormProps<Name extends string, Data> = Pick<
  ActionFormOptions<OneFieldForm<Name>, Data>,
  'businessId' | 'draft' | 'subject' | 'kind' | 'refresh' | 'messages' | 'onDone'
> & {
  action: (text: string) => Promise<ActionResult<Data>>;
  /** The button names what happens: a verb and an object. */
  save: string;
};

/** A form with one action. The schema of the action checks the texts. */
export function useActionForm<Form extends DraftFormName, Data>({
  read = (typed) => ({ texts: typed }),
  action,
  messages,
  isRepeated = false,
  onDone,
  ...options
}: ActionFormOptions<Form, Data>): ActionForm<DraftField<Form>> {
  const form = useDraftForm(options);
  return {
    ...form,
    submit: async (sent = form.fields) => {
      if (form.isPending) return;
      const typed = read(sent);
      if ('errors' in typed) return form.refuse(typed.errors);
      const data = await form.send(() => action(typed.texts), messages);
      if (data === null) return;
      if (isRepeated) form.reset();
      onDone?.(data);
    },
  };
}
