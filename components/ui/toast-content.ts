/** Content of a toast. */
export type Toast = {
  readonly title: string;
  readonly tone: 'good' | 'neutral' | 'bad';
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
};
