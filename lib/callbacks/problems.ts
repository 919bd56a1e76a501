import 'server-only';
import { Problem } from '#lib/values/errors.ts';

export const noSuchCallback = () => new Problem('not-found', 'This business has received no such callback.');

export const decidedAlready = () =>
  new Problem('conflict', 'Somebody has decided on this callback meanwhile. Look at it again.');
