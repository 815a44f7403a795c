import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { membershipsQuery } from './household.ts';
import type { Memberships } from './memberships.ts';
import { useUserId } from '../session/session.ts';

const lookedAtEveryMs = 60_000;

const isOneOfSeveral = (mine: Memberships | null) => mine !== null && mine.all.length > 1;

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
  const { data: hasSeveral } = useQuery({ ...membershipsQuery(userId), select: isOneOfSeveral, enabled: false });
  useEffect(() => {
    // Between them one changes without a network too, though it was never done with one.
    if (hasSeveral) import('./choice-menu.ts').catch(() => undefined);
  }, [hasSeveral]);
}
