/** What is worth doing: one answer for every page that tells of it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { readHomeAdvice } from '../../contract/worth-doing.ts';

export const adviceKey = 'home-advice';

export function useHomeAdvice() {
  const householdId = useHousehold().data?.id;
  const language = useLanguage();
  return useQuery({
    queryKey: [adviceKey, householdId ?? null, language],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readHomeAdvice, { query: { household: householdId, language }, signal }),
    enabled: householdId !== undefined,
    staleTime: 10 * 60_000,
  });
}

/** The first question of a day may take long: a page does not wait for ever. */
const patienceMs = 4000;

/**
 * Whether it is not known yet what is worth doing: a page that waits for it moves nothing when it comes. While the rest of the page is coming too,
 * nothing is waited for in vain.
 */
export function useAdviceIsComing(isRestComing: boolean): boolean {
  const { isLoading } = useHomeAdvice();
  const [isPatient, setIsPatient] = useState(true);
  useEffect(() => {
    if (isRestComing) return;
    const timer = setTimeout(() => setIsPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, [isRestComing]);
  return isLoading && isPatient;
}
