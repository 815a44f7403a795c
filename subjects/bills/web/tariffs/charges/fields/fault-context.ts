import { createContext, useContext } from 'react';

/** What is wrong at a field of the form, in words; undefined: nothing. */
export type FaultAt = (place: string) => string | undefined;

export const FaultContext = createContext<FaultAt>(() => undefined);

export function useFaultAt(): FaultAt {
  return useContext(FaultContext);
}
