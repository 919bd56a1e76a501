'use client';

import { createContext } from 'react';
import type { Colleague } from '#lib/exceptions/model.ts';

type ExceptionsContextValue = {
  /** Colleagues to whom an exception can be assigned. Null if the person may only read. */
  readonly owners: readonly Colleague[] | null;
  /** The person may create payments. */
  readonly mayCreate: boolean;
};

/** Gives every row and the drawer of one list the same colleagues. */
export const ExceptionsContext = createContext<ExceptionsContextValue>({
  owners: null,
  mayCreate: false,
});
