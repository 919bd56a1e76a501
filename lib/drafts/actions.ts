'use server';

import { runAction } from '#lib/access/index.ts';
import { discardDraft, saveDraft } from './save-draft.ts';
import { discardDraftForm, saveDraftForm } from './schema.ts';

export const saveDraftAction = runAction(saveDraftForm, saveDraft);
export const discardDraftAction = runAction(discardDraftForm, discardDraft);
