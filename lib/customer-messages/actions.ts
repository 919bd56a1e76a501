'use server';

import { runAction } from '#lib/access/index.ts';
import { saveCustomerMessage } from './save-customer-message.ts';
import { saveCustomerMessageForm } from './schema.ts';

export const saveCustomerMessageAction = runAction(saveCustomerMessageForm, saveCustomerMessage);
