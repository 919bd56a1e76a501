import { useEffect, useState } from 'react';
import type { DraftOwner } from './saved-draft.ts';
import { readTypedDetails, saveTypedDetails } from './saved-draft.ts';
import type { TypedDetails } from './typed-details.ts';

/** Returns the note and the labels as typed. This tab keeps them, also through a sign-in. */
export function useTypedDetails(
  { personId, businessId, intentId }: DraftOwner,
  initial: TypedDetails,
): readonly [TypedDetails, (details: TypedDetails) => void] {
  const [details, setDetails] = useState(initial);
  useEffect(() => {
    const stored = readTypedDetails({ personId, businessId, intentId });
    if (stored !== null) setDetails(stored);
  }, [personId, businessId, intentId]);
  return [
    details,
    (typed) => {
      setDetails(typed);
      saveTypedDetails({ personId, businessId, intentId }, typed);
    },
  ];
}
