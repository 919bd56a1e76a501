import { tReviewSettings } from '#lib/messages/reviews.ts';
import { formatInterpretations, readTypedAmount } from '#lib/values/typed-amount.ts';

/** The amounts of the settings, as text. */
type SettingsAmounts = Readonly<Record<'secondFromEur' | 'riskScoreFrom', string>>;

/** The amounts in plain digits, and the questions about those that can be read in two ways. */
type TypedSettings = SettingsAmounts & {
  readonly problems: Readonly<Partial<Record<keyof SettingsAmounts, string>>>;
};

/** A score has no currency that limits its decimals. */
const decimals = { secondFromEur: 2, riskScoreFrom: null } as const;

/** Reads the amounts with the separators of the person's locale, so that a German "10.000" never becomes 10. */
export function readTypedSettings(typed: SettingsAmounts, locale: string): TypedSettings {
  const read = (field: keyof SettingsAmounts) => {
    const amount = readTypedAmount(typed[field], locale, decimals[field]);
    switch (amount.kind) {
      case 'amount':
        return { text: amount.digits };
      case 'other':
        return { text: amount.text };
      case 'ambiguous':
        return {
          text: '',
          problem: tReviewSettings('form.ambiguous', formatInterpretations(amount.readings, locale)),
        };
    }
  };
  const [second, score] = [read('secondFromEur'), read('riskScoreFrom')];
  return {
    secondFromEur: second.text,
    riskScoreFrom: score.text,
    problems: {
      ...(second.problem !== undefined && { secondFromEur: second.problem }),
      ...(score.problem !== undefined && { riskScoreFrom: score.problem }),
    },
  };
}
