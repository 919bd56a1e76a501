'use client';

import { createContext } from 'react';
import type { Colleague } from '#lib/exceptions/model.ts';
import type { Drafts } from './drafts.ts';
import { makeDrafts } from './drafts.ts';

type DeskAtHand = {
  /** Those to whom an exception can be given; null for who may only read. */
  readonly owners: readonly Colleague[] | null;
  readonly drafts: Drafts;
};

/** What whoever works down the list has at hand. */
export const Desk = createContext<DeskAtHand>({ owners: null, drafts: makeDrafts() });
