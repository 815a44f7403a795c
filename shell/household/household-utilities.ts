import { type Utility, usualUtilities, utilityIds } from '#catalogue/index.ts';
import { useMemo } from 'react';
import { useDevices } from './connected-devices.ts';

/** What pages show here: what every home is shown, and what one of this home's devices measures. */
export function useUtilities(): readonly Utility[] {
  const { data: devices } = useDevices();
  return useMemo(
    () =>
      utilityIds.filter(
        (utility) => usualUtilities.includes(utility) || devices?.some((one) => one.utility === utility),
      ),
    [devices],
  );
}
