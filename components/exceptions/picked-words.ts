import type { PickedWorked } from '#lib/exceptions/schema.ts';

export const inWords = (count: number) => `${count} ${count === 1 ? 'exception' : 'exceptions'}`;

/** What became of the picked exceptions. */
export function saidOf(word: string, { done, left, unseen, later }: PickedWorked) {
  const detail = [
    left === 0 ? [] : `${inWords(left)} left as ${left === 1 ? 'it is' : 'they are'}.`,
    unseen === 0
      ? []
      : unseen === 1
        ? '1 exception left because something else about it no longer fits. Look at it, then resolve it.'
        : `${inWords(unseen)} left because something else about them no longer fits. Look at them, then resolve them.`,
    later.count === 0
      ? []
      : `${later.count}${later.more ? '+' : ''} came later and ${later.count === 1 ? 'was' : 'were'} left.`,
  ].flat();
  return {
    title: `${word} ${inWords(done)}`,
    ...(detail.length > 0 && { detail: detail.join(' ') }),
  };
}
