import * as z from 'zod';
import { textField } from './fields.ts';

/** §2.5. Both fields are free text and neither is marked required. */
export const legalEntity = z.object({ name: textField.optional(), category: textField.optional() });
export type LegalEntity = z.output<typeof legalEntity>;

/** §2.5. An empty list is not "clean", an absent one is "not assessed": both are kept apart. */
export const addressRiskAssessment = z.object({
  addressOwner: legalEntity.nullish(),
  sourceRiskEntities: z.array(legalEntity).nullish(),
  destinationRiskEntities: z.array(legalEntity).nullish(),
});
export type AddressRiskAssessment = z.output<typeof addressRiskAssessment>;
