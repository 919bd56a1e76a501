'use client';

import { useRef, useState } from 'react';
import { restoreForm } from '#lib/payments/create/model/form.ts';
import type { CreatePaymentForm, CreatePaymentInput } from '#lib/payments/create/schema/create.ts';

/** A field of the form. Every value is text. */
export type FieldName = Exclude<keyof CreatePaymentInput, 'businessId' | 'secondLinkAccepted'>;

/** The problems by field. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** The checked form as it is sent, or its problems. */
export type FormCheck =
  | { readonly ok: true; readonly form: CreatePaymentForm }
  | { readonly ok: false; readonly errors: FieldErrors };

type FieldChanges = Readonly<Partial<Record<FieldName, string>>>;

const isFieldName = (name: string, values: CreatePaymentInput): name is FieldName =>
  name !== 'businessId' && name !== 'secondLinkAccepted' && Object.hasOwn(values, name);

/**
 * Returns the errors after some fields were checked. A field that was changed during the check keeps its error, because
 * its new value is checked separately.
 */
export function mergeErrors(
  known: FieldErrors,
  names: readonly FieldName[],
  { found, checked, latest }: { found: FieldErrors; checked: CreatePaymentInput; latest: CreatePaymentInput },
): FieldErrors {
  const unchanged = names.filter((name) => checked[name] === latest[name]);
  return { ...known, ...Object.fromEntries(unchanged.map((name) => [name, found[name]])) };
}

export type PaymentFields = ReturnType<typeof usePaymentFields>;

/**
 * Keeps the values of the form. A field is checked when it is left, and from then on with each change; sending the form
 * checks all. `onTyped` is called with each change.
 */
export function usePaymentFields(
  opening: CreatePaymentInput,
  check: (values: CreatePaymentInput) => Promise<FormCheck>,
  onTyped: (values: CreatePaymentInput) => void,
) {
  const [values, setValues] = useState(opening);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setSending] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  /** The values after the last change, for checks that end later. */
  const latest = useRef(opening);
  /** The fields that each change checks. */
  const left = useRef<ReadonlySet<FieldName>>(new Set());

  const validate = async (names: readonly FieldName[]) => {
    if (names.length === 0) return;
    const checked = latest.current;
    const result = await check(checked);
    const found = result.ok ? {} : result.errors;
    setErrors((known) => mergeErrors(known, names, { found, checked, latest: latest.current }));
  };
  const leave = (names: readonly FieldName[]) => {
    left.current = new Set([...left.current, ...names]);
  };
  const replace = (next: CreatePaymentInput) => {
    latest.current = next;
    setValues(next);
    onTyped(next);
  };
  const change = (changes: FieldChanges) =>
    replace(restoreForm({ ...latest.current, ...changes }, latest.current));
  const listNames = (changes: FieldChanges) =>
    Object.keys(changes).filter((name) => isFieldName(name, latest.current));

  /** Shows the errors, and moves the focus to the first field with one. */
  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    const controls = [...(formRef.current?.elements ?? [])];
    const first = controls.find(
      (control) => control instanceof HTMLElement && found[control.getAttribute('name') ?? ''] !== undefined,
    );
    if (first instanceof HTMLElement) first.focus();
  };

  return {
    values,
    errors,
    isSending,
    formRef,
    showErrors,
    /** The properties of a control. */
    field: (name: FieldName) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => {
        change({ [name]: event.target.value });
        if (left.current.has(name)) void validate([name]);
      },
      onBlur: () => {
        leave([name]);
        void validate([name]);
      },
    }),
    /** Changes fields as if the person had typed it. */
    change: (changes: FieldChanges) => {
      change(changes);
      void validate(listNames(changes).filter((name) => left.current.has(name)));
    },
    /** Changes fields to complete values, which are checked at once. */
    complete: (changes: FieldChanges) => {
      change(changes);
      leave(listNames(changes));
      void validate(listNames(changes));
    },
    /** Changes fields to values that need no check, such as those of a template. */
    fill: (changes: FieldChanges) => {
      change(changes);
      setErrors({});
    },
    /** Replaces all fields. None of them counts as left. */
    reset: (next: CreatePaymentInput) => {
      left.current = new Set();
      setErrors({});
      replace(next);
    },
    /** Checks the form, then sends it or shows its problems. */
    send: async (deliver: (form: CreatePaymentForm) => Promise<void>) => {
      if (isSending) return;
      setSending(true);
      try {
        leave(listNames(latest.current));
        const result = await check(latest.current);
        if (!result.ok) return showErrors(result.errors);
        setErrors({});
        await deliver(result.form);
      } finally {
        setSending(false);
      }
    },
  };
}
