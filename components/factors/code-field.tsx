import { TextField } from '#components/ui/text-field.tsx';
import { tFactors } from '#lib/messages/factors.ts';

/** The field for a code of the app. `mayBeRecoveryCode` also accepts letters. */
export function CodeField({
  label,
  help,
  error,
  mayBeRecoveryCode = false,
}: {
  label: string;
  help?: string;
  error: string | undefined;
  mayBeRecoveryCode?: boolean;
}) {
  return (
    <TextField
      label={label}
      name="code"
      mono
      autoComplete="one-time-code"
      inputMode={mayBeRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      maxLength={64}
      help={help ?? tFactors('setUp.codeHelp')}
      error={error}
    />
  );
}

/** Returns the code that a form contains. */
export function readCode(form: HTMLFormElement): string {
  const value = new FormData(form).get('code');
  return typeof value === 'string' ? value.trim() : '';
}
