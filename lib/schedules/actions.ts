'use server';

import { runAction } from '#lib/access/index.ts';
import {
  changeSchedule,
  createSchedule,
  pauseSchedule,
  removeSchedule,
  runScheduleNow,
} from './change-schedule.ts';
import { changeScheduleForm, createScheduleForm, pauseScheduleForm, scheduleForm } from './schema.ts';

export const createScheduleAction = runAction(createScheduleForm, createSchedule);
export const changeScheduleAction = runAction(changeScheduleForm, changeSchedule);
export const pauseScheduleAction = runAction(pauseScheduleForm, pauseSchedule);
export const removeScheduleAction = runAction(scheduleForm, removeSchedule);
export const runScheduleNowAction = runAction(scheduleForm, runScheduleNow);
