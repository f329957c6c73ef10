import { createContext, useContext } from 'react';

/** Pages out of sight keep what was typed in them, and rest: no dialog is open, nothing is asked for. */
export const SeenContext = createContext(true);

export const useSeen = (): boolean => useContext(SeenContext);
