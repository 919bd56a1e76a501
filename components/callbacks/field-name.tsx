import { Fragment } from 'react';

/** Shows a field name as the service writes it. A long name wraps between its words. */
export function FieldName({ name }: { name: string }) {
  return name.split(/(?=[A-Z][a-z])/).map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never change their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
