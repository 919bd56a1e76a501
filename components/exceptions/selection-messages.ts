import type { FailureWords } from '#components/query/action-error-message.ts';
import type { SelectedWorkResult } from '#lib/exceptions/schema.ts';

type Said = { readonly title: string; readonly detail?: string };

export const inWords = (count: number) => `${count} ${count === 1 ? 'exception' : 'exceptions'}`;

const unchanged = 'Nothing was changed';

/** What became of the picked exceptions. */
export function toOutcomeMessage(word: string, { done, left, unseen, later }: SelectedWorkResult): Said {
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
    title: done === 0 ? unchanged : `${word} ${inWords(done)}`,
    ...(detail.length > 0 && { detail: detail.join(' ') }),
  };
}

/** What is said where it failed: each of them is worked on by itself. */
export const failureWords: FailureWords = {
  failed: unchanged,
  partly: 'It is not known how many were changed',
};
