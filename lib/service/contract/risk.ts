import * as z from 'zod';
import { textField } from './fields.ts';

/** A legal entity (§2.5). Both fields are free text, and neither is required. */
export const legalEntity = z.object({ name: textField.optional(), category: textField.optional() });
export type LegalEntity = z.output<typeof legalEntity>;

/**
 * The risk assessment of an address (§2.5). A missing list was not assessed. An empty list found no entities, which
 * proves nothing.
 */
export const addressRiskAssessment = z.object({
  addressOwner: legalEntity.nullish(),
  sourceRiskEntities: z.array(legalEntity).nullish(),
  destinationRiskEntities: z.array(legalEntity).nullish(),
});
export type AddressRiskAssessment = z.output<typeof addressRiskAssessment>;
