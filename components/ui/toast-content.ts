/** Content of a toast. */
export type Toast = {
  readonly title: string;
  readonly tone: 'good' | 'neutral' | 'bad';
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** The subject of the toast, such as one form. A later toast of the same cause replaces it. */
  readonly cause?: string | undefined;
  /** When it was shown, in milliseconds. */
  readonly at: number;
};

type Shown = { readonly key: string; readonly content: Toast };

const findCause = ({ cause, title }: Toast): string => cause ?? title;

/** Lists the visible toasts that a new one replaces: those of the same cause, and an opposite result. */
export const listReplacedToasts = (visible: readonly Shown[], next: Toast): readonly string[] =>
  visible
    .filter(({ content }) => {
      const tones = [content.tone, next.tone];
      return findCause(content) === findCause(next) || (tones.includes('good') && tones.includes('bad'));
    })
    .map(({ key }) => key);

/** Milliseconds within which a result that opened another page stays on that page. */
const carriedMs = 3_000;

/** Lists the visible toasts that a navigation closes: all but the result that has just opened the page. */
export const listToastsClosedByNavigation = (visible: readonly Shown[], now: number): readonly string[] =>
  visible
    .filter(({ content }) => content.tone === 'bad' || now - content.at > carriedMs)
    .map(({ key }) => key);
