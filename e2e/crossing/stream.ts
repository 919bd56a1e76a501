/**
 * Reads a live stream. The server joins the database channel for the first stream, after which `joined` resolves.
 * Once a stream responds, `open` resolves. To read up to a word, call `until`.
 */
export function listenToStream(
  url: string,
  cookie: string,
): { open(): Promise<void>; joined(): Promise<void>; until(word: string): Promise<string> } {
  const stop = new AbortController();
  let text = '';
  const reading = fetch(url, { headers: { cookie }, signal: stop.signal }).then((response) => {
    if (response.body === null) throw new Error(`${url} gives no stream`);
    return response.body.pipeThrough(new TextDecoderStream()).getReader();
  });
  const hearMore = async (word: string): Promise<string> => {
    const reader = await reading;
    while (!text.includes(word)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the stream ended before ${word}: ${text}`);
      text += value;
    }
    return text;
  };
  return {
    open: () => hearMore(': listening').then(() => undefined),
    // The server then reports that changes may have been missed.
    joined: () => hearMore('event: missed').then(() => undefined),
    async until(word) {
      try {
        return await hearMore(word);
      } finally {
        stop.abort();
      }
    },
  };
}
