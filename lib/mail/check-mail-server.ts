import 'server-only';
import { mailSettings } from './settings.ts';
import { openTransport } from './transport.ts';

/** The result of connecting to the mail server. `failure` is its reason, without the password. */
export type MailServerCheck = { readonly host: string; readonly failure: string | null };

/** Connects to the mail server and signs in. Sends nothing. Returns null if no mail server is set. */
export async function checkMailServer(settings = mailSettings()): Promise<MailServerCheck | null> {
  if (settings === null) return null;
  const transport = await openTransport(settings);
  try {
    await transport.verify();
    return { host: settings.host, failure: null };
  } catch (error) {
    return { host: settings.host, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    transport.close();
  }
}
