import * as z from 'zod';

const csrf = z.object({ csrfToken: z.string() });

/** Returns the cookies that an answer sets, as a header. */
const readCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ');

/** Signs in as a browser does: the form token first, then the password. Throws if no session was opened. */
async function signInByPassword(address: string, email: string, password: string): Promise<void> {
  const token = await fetch(`${address}/api/auth/csrf`);
  const { csrfToken } = csrf.parse(await token.json());
  const body = new URLSearchParams({ csrfToken, json: 'true', email, password });
  const response = await fetch(`${address}/api/auth/callback/credentials`, {
    method: 'POST',
    body,
    headers: {
      origin: address,
      cookie: readCookies(token),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body.toString())),
    },
    redirect: 'manual',
  });
  const text = await response.text();
  if (!readCookies(response).includes('session-token'))
    throw new Error(`a sign-in answered ${response.status}: ${text.slice(0, 200)}`);
}

type SignIns = {
  readonly perSecond: number;
  readonly taken: readonly number[];
  /** The number of failed sign-ins. `failure` is the first reason. */
  readonly failed: number;
  readonly failure: string | null;
};

/** Signs people in on this number of connections until the time is over. Each person signs in once at a time. */
export async function signInFor(
  address: string,
  people: readonly { readonly email: string }[],
  password: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<SignIns> {
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  const taken: number[] = [];
  const failures: string[] = [];
  const run = async (own: readonly { readonly email: string }[]) => {
    for (let next = 0; performance.now() < until; next += 1) {
      const started = performance.now();
      const email = own[next % own.length]?.email ?? '';
      try {
        await signInByPassword(address, email, password);
        taken.push(performance.now() - started);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
        // An overloaded or throttling server must not be asked in a tight loop.
        if (failures.length > 20) return;
      }
    }
  };
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      run(people.filter((_person, position) => position % connections === index)),
    ),
  );
  const elapsed = (performance.now() - begun) / 1_000;
  return { perSecond: taken.length / elapsed, taken, failed: failures.length, failure: failures[0] ?? null };
}
