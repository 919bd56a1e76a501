'use server';

import { runAction } from '#lib/access/index.ts';
import { expectWithdrawals } from './expect-withdrawals.ts';
import { expectWithdrawalsForm } from './schema.ts';

export const expectWithdrawalsAction = runAction(expectWithdrawalsForm, expectWithdrawals);
