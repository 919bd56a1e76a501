'use server';

import { runAction } from '#lib/access/index.ts';
import { changeView } from './change-view.ts';
import { deleteView } from './delete-view.ts';
import { saveView } from './save-view.ts';
import { changeViewForm, deleteViewForm, saveViewForm, setDefaultViewForm } from './schema.ts';
import { setDefaultView } from './set-default-view.ts';

export const saveViewAction = runAction(saveViewForm, saveView);
export const changeViewAction = runAction(changeViewForm, changeView);
export const deleteViewAction = runAction(deleteViewForm, deleteView);
export const setDefaultViewAction = runAction(setDefaultViewForm, setDefaultView);
