import { useEffect, useEffectEvent } from 'react';

/**
 * Sends the decision by Ctrl or Cmd and Enter from a choice or an item of the checklist, so that the focus needn't go back.
 * Text fields send their own form by the same keys.
 */
export function useSendKey(send: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    if (!target.matches('main :is(input[type=checkbox], input[type=radio], select)')) return;
    event.preventDefault();
    send();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
