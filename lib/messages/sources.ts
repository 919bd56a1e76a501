import { createMessages } from './create-messages.ts';

/** Texts about the source of a value: who reported it, and the original message. */
export const tSources = createMessages({
  rawJson: 'Original data (JSON)',
  copyRawJson: 'Copy original data',
  rawHidden: 'Original data not shown: {reason}',
  riskRemoved: 'Risk details removed: {fields}',
  provenance: '{field}: {source}, {time}',
});
