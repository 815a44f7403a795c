import { useQueryClient } from '@tanstack/react-query';
import { useUserId } from './session.ts';

const ofAccount = 'account';

/** Of an answer about the account of whoever is in. */
export function useAccountKey(what: string) {
  return [ofAccount, useUserId() ?? null, what] as const;
}

/** Whatever changes how one comes in also stands in the log of the account, so all that is shown of it is asked again. */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [ofAccount] });
}
