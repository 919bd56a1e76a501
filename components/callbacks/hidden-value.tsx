import { tCallbackPage } from '#lib/messages/callbacks.ts';

/** Replaces a value that is derived from content which the person may not see in full. */
export const HiddenValue = () => (
  <span className="text-muted" aria-description={tCallbackPage('hidden.hint')}>
    {tCallbackPage.rich('hidden.text', { detail: (text) => <span className="sr-only">{text}</span> })}
  </span>
);
