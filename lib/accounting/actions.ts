'use server';

import { runAction } from '#lib/access/index.ts';
import { checkJournal } from './check-journal.ts';
import { startRun } from './make-run.ts';
import { checkJournalForm, setAccountsForm, startRunForm } from './schema.ts';
import { setAccounts } from './set-accounts.ts';

export const setAccountsAction = runAction(setAccountsForm, setAccounts);
export const checkJournalAction = runAction(checkJournalForm, checkJournal);
export const startRunAction = runAction(startRunForm, startRun);
