'use server';

import { runAction } from '#lib/access/index.ts';
import { changeTemplate } from './change-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { reserveClientId } from './reserve-client-id.ts';
import { saveTemplate } from './save-template.ts';
import { changeTemplateForm, saveTemplateForm, templateForm } from './schema.ts';

export const saveTemplateAction = runAction(saveTemplateForm, saveTemplate);
export const changeTemplateAction = runAction(changeTemplateForm, changeTemplate);
export const deleteTemplateAction = runAction(templateForm, deleteTemplate);
export const reserveClientIdAction = runAction(templateForm, reserveClientId);
