import { queryOptions, useQuery } from '@tanstack/react-query';
import { readMembers } from '#subjects/household/contract/household.ts';
import type { IngestToken, Meter } from '#supabase/tables/index.ts';
import { useHousehold } from '#shell/household/household.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';

export type MeterRow = Pick<
  Meter,
  'id' | 'device_id' | 'utility' | 'key' | 'reading_kind' | 'parent_meter_id' | 'created_at'
>;
export type TokenRow = Pick<
  IngestToken,
  'id' | 'name' | 'hint' | 'created_by' | 'created_at' | 'last_used_at' | 'revoked_at'
>;

function metersQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['meters', householdId ?? null],
    queryFn: async () => {
      if (householdId === undefined) return [];
      return askTables<MeterRow[]>((tables) =>
        tables
          .from('meters')
          .select('id,device_id,utility,key,reading_kind,parent_meter_id,created_at')
          .eq('household_id', householdId)
          .order('id', { ascending: true }),
      );
    },
    meta: keptOffline,
  });
}

export function useMeters() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...metersQuery(householdId), enabled: householdId !== undefined });
}

/** The tokens that still open the door; revoked ones are not listed. */
function tokensQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['tokens', householdId ?? null],
    queryFn: async () => {
      if (householdId === undefined) return [];
      return askTables<TokenRow[]>((tables) =>
        tables
          .from('ingest_tokens')
          .select('id,name,hint,created_by,created_at,last_used_at,revoked_at')
          .eq('household_id', householdId)
          .is('revoked_at', null)
          .order('created_at', { ascending: true }),
      );
    },
  });
}

export function useTokens() {
  const householdId = useHousehold().data?.id;
  return useQuery({ ...tokensQuery(householdId), enabled: householdId !== undefined });
}

/** The names of those who are in the household by their ids; asked for where somebody else made a token. */
export function usePeopleNames(isNeeded: boolean) {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: ['people-names', householdId ?? null],
    queryFn: async ({ signal }) => {
      const { members } = await callService(readMembers, { params: { household: householdId ?? '' }, signal });
      return new Map(members.map(({ userId, name }) => [userId, name]));
    },
    enabled: isNeeded && householdId !== undefined,
  });
}
