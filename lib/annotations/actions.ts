'use server';

import { runAction } from '#lib/access/index.ts';
import { addLabel } from './add-label.ts';
import { changeLabel } from './change-label.ts';
import { editNote } from './edit-note.ts';
import { labelRecords } from './label-records.ts';
import { removeLabel } from './remove-label.ts';
import {
  addLabelForm,
  changeLabelForm,
  editNoteForm,
  labelRecordsForm,
  removeLabelForm,
  writeNoteForm,
} from './schema.ts';
import { writeNote } from './write-note.ts';

export const writeNoteAction = runAction(writeNoteForm, writeNote);
export const editNoteAction = runAction(editNoteForm, editNote);
export const addLabelAction = runAction(addLabelForm, addLabel);
export const labelRecordsAction = runAction(labelRecordsForm, labelRecords);
export const removeLabelAction = runAction(removeLabelForm, removeLabel);
export const changeLabelAction = runAction(changeLabelForm, changeLabel);
