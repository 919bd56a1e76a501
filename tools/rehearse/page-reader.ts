import { longestGapMs } from './callback-sender.ts';

/** The effect of one answer on a person. */
export type PageOutcome = 'shown' | 'redirected' | 'unavailable' | 'signedOut' | 'broken';

export type PageAnswer = {
  /** Zero if the connection broke. */
  readonly status: number;
  readonly location: string | null;
  readonly body: string;
};

/**
 * Signs of a page that could not be rendered: Next's bare page, an error inside a page that had begun, and a page that
 * ends in the middle.
 */
const hasError = (body: string): boolean =>
  /__next_error__|data-dgst="\d|:E\{\\?"digest\\?":\\?"\d/.test(body) || !/<\/html>/i.test(body);

const readWords = (body: string): string =>
  body
    .replace(/<(style|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .trim();

/**
 * Classifies an answer to a signed-in person. During an update only complete pages, redirects within the product, and
 * 503 with words are allowed.
 */
export function classifyPage({ status, location, body }: PageAnswer): PageOutcome {
  if (status >= 300 && status < 400 && location !== null)
    return new URL(location, 'http://public').pathname.startsWith('/sign-in') ? 'signedOut' : 'redirected';
  if (status === 503) return readWords(body) === '' ? 'broken' : 'unavailable';
  return status === 200 && !hasError(body) ? 'shown' : 'broken';
}

/** Reads pages at a steady rate as a signed-in person. */
export type PageReader = {
  readonly counts: Readonly<Record<PageOutcome, number>>;
  /** The first answers that are not allowed, with the page. */
  readonly problems: readonly string[];
  /** Milliseconds of the longest time without a shown page. */
  readonly longestGapMs: () => number;
  readonly slowestMs: () => number;
  readonly end: () => Promise<void>;
};

const rememberedProblems = 5;

export function startReading(urls: readonly string[], cookie: string, perSecond: number): PageReader {
  const counts: Record<PageOutcome, number> = {
    shown: 0,
    redirected: 0,
    unavailable: 0,
    signedOut: 0,
    broken: 0,
  };
  const problems: string[] = [];
  const shownAt: { readonly at: number }[] = [];
  const open = new Set<Promise<void>>();
  let [next, slowest] = [0, 0];

  async function fetchPage(url: string): Promise<PageAnswer> {
    try {
      const response = await fetch(url, {
        // As a browser asks for a page.
        headers: { cookie, accept: 'text/html, */*' },
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
      });
      return {
        status: response.status,
        location: response.headers.get('location'),
        body: await response.text(),
      };
    } catch (error) {
      return { status: 0, location: null, body: String(error) };
    }
  }

  async function read(): Promise<void> {
    const url = urls[next++ % urls.length] ?? '';
    const begun = performance.now();
    const answer = await fetchPage(url);
    slowest = Math.max(slowest, performance.now() - begun);
    const outcome = classifyPage(answer);
    counts[outcome] += 1;
    if (outcome === 'shown') shownAt.push({ at: Date.now() });
    if ((outcome === 'broken' || outcome === 'signedOut') && problems.length < rememberedProblems)
      problems.push(
        `${answer.status} ${new URL(url).pathname} ${answer.location ?? readWords(answer.body).slice(0, 200)}`,
      );
  }

  const timer = setInterval(() => {
    const one = read();
    open.add(one);
    void one.finally(() => open.delete(one));
  }, 1_000 / perSecond);

  return {
    counts,
    problems,
    longestGapMs: () => longestGapMs(shownAt),
    slowestMs: () => slowest,
    async end() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
