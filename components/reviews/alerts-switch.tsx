'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Switch } from '#components/ui/switch.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import { setAlertsAction } from '#lib/reviews/actions.ts';

/** Turns a person's own email alerts on or off. */
export function AlertsSwitch({
  businessId,
  initial,
  isEmailOn,
}: {
  businessId: string;
  initial: boolean;
  isEmailOn: boolean;
}) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const [isOn, setOn] = useState(initial);
  const change = async (next: boolean) => {
    setOn(next);
    const saved = await act(() => setAlertsAction({ businessId, wanted: next }), {
      failed: tReviewSettings('alerts.toggleFailed'),
    });
    if (saved === null) setOn(!next);
  };
  return (
    <Switch
      label={tReviewSettings('alerts.toggle')}
      help={tReviewSettings(isEmailOn ? 'alerts.toggleHelp' : 'alerts.toggleHelpOff')}
      checked={isOn}
      disabled={isPending}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
