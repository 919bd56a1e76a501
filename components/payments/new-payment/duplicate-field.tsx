import { Checkbox } from '#components/ui/checkbox.tsx';
import { tDuplicateConfirmation } from '#lib/messages/duplicate-confirmation.ts';
import type { DuplicateConfirmation } from './duplicate-confirmation.ts';

/** Asks whether another checkout link with the same client payment ID is wanted. */
export function DuplicateConfirmationField({
  isAccepted,
  isMissing,
  onChange,
}: DuplicateConfirmation & {
  onChange: (isAccepted: boolean) => void;
}) {
  return (
    <Checkbox
      label={tDuplicateConfirmation('label')}
      help={tDuplicateConfirmation('help')}
      checked={isAccepted}
      onChange={(event) => onChange(event.target.checked)}
      error={isMissing ? tDuplicateConfirmation('error') : undefined}
    />
  );
}
