import { useQuery } from '@tanstack/react-query';
import { readTemperatures, sendTemperatures, type TemperaturesAnswer } from '../../contract/weather.ts';
import { useHousehold } from '#shell/household/household.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { billingKey } from '../billing-queries.ts';

/** As much as the service reads at once. */
export const maxFileBytes = 10_000_000;

export type TemperatureUnit = Extract<TemperaturesAnswer, { ok: true }>['unit'];

export function useKeptTemperatures() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'temperatures', householdId ?? null],
    queryFn: ({ signal }) => callService(readTemperatures, { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
}

export interface SentTemperatures {
  household: string;
  file: File;
  /** Left out: as the file says. */
  unit: TemperatureUnit | undefined;
  isPreview: boolean;
}

/** What a file of temperatures holds; taken in unless it is a preview. */
export async function sendTemperatureFile({ household, file, unit, isPreview }: SentTemperatures) {
  return callService(sendTemperatures, {
    query: { household, unit, preview: isPreview ? 'true' : 'false' },
    body: new Blob([file], { type: 'application/octet-stream' }),
  });
}

export async function removeTemperatures(householdId: string): Promise<void> {
  await askTables((tables) => tables.from('outdoor_temperatures').delete().eq('household_id', householdId));
}
