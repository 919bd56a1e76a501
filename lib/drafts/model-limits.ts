/** The limits of drafts. The browser loads them without the list of forms. */
import type { DraftFormName } from './model.ts';

/** Days after the last change, or after the case stopped offering the form, for which a draft is kept. */
export const draftDays = 30;

/** Most characters of one field of most forms. */
const longestDraftField = 50_000;

/** Most characters of one field of forms that differ. */
const longestFields: Readonly<Partial<Record<DraftFormName, number>>> = {
  'pasted-rows': 400_000,
  'expected-withdrawals': 400_000,
};

/** Most bytes of all fields. The table has the same limit, with room for its own spelling. */
const longestDraftBytes = 500_000;

/** Returns true if a draft with these texts can't be stored, because they are too long. */
export function isDraftTooLong(form: DraftFormName, fields: Readonly<Record<string, string>>): boolean {
  const longest = longestFields[form] ?? longestDraftField;
  return (
    Object.values(fields).some((text) => text.length > longest) ||
    new TextEncoder().encode(JSON.stringify(fields)).length > longestDraftBytes
  );
}
