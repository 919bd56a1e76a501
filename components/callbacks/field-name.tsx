import { Fragment } from 'react';

/** The name of a field as the service writes it; a long one goes on in the next line where a word of it begins. */
export function FieldName({ name }: { name: string }) {
  return name.split(/(?=[A-Z][a-z])/).map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never change their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
