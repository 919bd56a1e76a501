/** An open stream of changes of one business. */
export type LiveUpdates = { readonly hasHeard: (text: string) => boolean; readonly end: () => void };

export async function openLiveUpdates(
  address: string,
  businessId: string,
  cookie: string,
): Promise<LiveUpdates> {
  const stop = new AbortController();
  const response = await fetch(`${address}/api/businesses/${businessId}/live`, {
    headers: { cookie },
    signal: stop.signal,
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`the live updates answered ${response.status}`);
  let received = '';
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of body) received += decoder.decode(chunk, { stream: true });
  };
  void read(response.body).catch(() => undefined);
  return { hasHeard: (text) => received.includes(text), end: () => stop.abort() };
}
