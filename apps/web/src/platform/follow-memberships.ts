import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { membershipsQuery } from './household.ts';
import { useUserId } from './session.ts';

const lookedAtEveryMs = 60_000;

/** While a page shows something of a household, somebody else may change what one is there, or put one out. */
export function useFollowMemberships(): void {
  const client = useQueryClient();
  const userId = useUserId();
  useEffect(() => {
    if (userId === undefined) return;
    const look = () => {
      if (document.hidden || !navigator.onLine) return;
      void client.refetchQueries({ queryKey: membershipsQuery(userId).queryKey, type: 'active' });
    };
    const timer = setInterval(look, lookedAtEveryMs);
    return () => clearInterval(timer);
  }, [client, userId]);
}
