import * as z from 'zod';
import { tDirectory } from '#lib/messages/directory.ts';
import { storableText } from '#lib/values/storable-text.ts';

/** Resources of a page at most. */
export const maximumResources = 200;

/** Members of one group at most. */
const maximumMembers = 10_000;

const text = (length: number) => z.string().max(length).transform(storableText);
const optionalText = (length: number) =>
  text(length)
    .nullish()
    .transform((value) => value ?? null);

/** Microsoft Entra ID sends booleans as text. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i)
    .transform((word) => word.toLowerCase() === 'true'),
]);

const required = (length: number) =>
  text(length).refine((value) => value.trim() !== '', { error: tDirectory('scim.missing') });

/** The attributes of a user that are kept. Others are ignored, as RFC 7644 allows. */
export const userAttributes = z.object({
  userName: required(320),
  externalId: optionalText(512),
  active: flag.nullish().transform((value) => value ?? true),
  displayName: optionalText(256),
  name: z
    .object({ formatted: optionalText(256), givenName: optionalText(256), familyName: optionalText(256) })
    .nullish()
    .transform((value) => value ?? null),
  emails: z
    .array(z.object({ value: text(320), type: optionalText(64), primary: flag.nullish() }))
    .max(20)
    .nullish()
    .transform((value) => value ?? []),
});
export type UserAttributes = z.output<typeof userAttributes>;

/** The attributes of a group that are kept. */
export const groupAttributes = z.object({
  displayName: required(256),
  externalId: optionalText(512),
  members: z
    .array(z.object({ value: z.guid() }))
    .max(maximumMembers)
    .nullish()
    .transform((value) => value ?? []),
});
export type GroupAttributes = z.output<typeof groupAttributes>;

/** The body of a PATCH. */
export const patchBody = z.object({
  operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(100),
});
export type PatchOperation = z.output<typeof patchBody>['operations'][number];

const names = z.array(z.string().max(2_000)).max(200).nullish();
const wholeNumber = z.int().nullish();

/** The body of a search by POST. The order of results can't be chosen, so what asks for one is ignored. */
export const searchBody = z.object({
  attributes: names,
  excludedattributes: names,
  filter: z.string().nullish(),
  startindex: wholeNumber,
  count: wholeNumber,
});

/** Returns the query by which GET finds the same. */
export function toSearchQuery(search: z.output<typeof searchBody>): URLSearchParams {
  const { attributes, excludedattributes, filter, startindex, count } = search;
  const parts = {
    attributes: attributes?.join(','),
    excludedAttributes: excludedattributes?.join(','),
    filter,
    startIndex: startindex?.toString(),
    count: count?.toString(),
  };
  return new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value]],
    ),
  );
}
