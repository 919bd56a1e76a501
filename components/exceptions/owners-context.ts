'use client';

import { createContext } from 'react';
import type { Colleague } from '#lib/exceptions/model.ts';

/** Those to whom an exception can be given. */
export const Owners = createContext<readonly Colleague[]>([]);
