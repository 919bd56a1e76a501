'use client';

import type { ComponentProps } from 'react';
import { OpenCaseDialog } from './open-case-dialog.tsx';

/** A button that opens a case for a record without one. */
export const OpenCase = (props: ComponentProps<typeof OpenCaseDialog>) => <OpenCaseDialog {...props} />;
