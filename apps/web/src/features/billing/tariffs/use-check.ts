import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { GivenTariff } from '@wattershed/contracts';
import { useEffect, useState } from 'react';
import { checkQuery } from './tariff-api.ts';

const settledAfterMs = 400;

/** The value once it has been left alone for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The service's word on a tariff as it is being written, and whether it is on an earlier state of it. */
export function useCheck(householdId: string, given: GivenTariff | undefined) {
  const now = JSON.stringify(given ?? null);
  const settled = useSettled(now);
  const asked = JSON.parse(settled) as GivenTariff | null;
  const check = useQuery({
    ...checkQuery(householdId, asked ?? {}),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  return {
    ...check,
    data: given === undefined ? undefined : check.data,
    isStale: now !== settled || check.isPlaceholderData,
  };
}
