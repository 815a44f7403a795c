import { useMutation } from '@tanstack/react-query';
import type { Endpoint } from '#catalogue/endpoint.ts';
import { saveFile } from '#shell/ui/save-file.ts';
import { fetchService } from '#shell/data/service.ts';
import { useHousehold } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/use-language.ts';

export interface WantedFile {
  endpoint: Endpoint;
  params?: { id: string };
  query?: Record<string, string>;
  name: string;
}

/** Fetches a file of bills in the language shown, and hands it to the browser's downloads. */
export function useBillFile() {
  const language = useLanguage();
  const householdId = useHousehold().data?.id;
  return useMutation({
    mutationFn: async ({ endpoint, params, query, name }: WantedFile) => {
      const answer = await fetchService(endpoint, {
        ...(params && { params }),
        query: { language, household: householdId, ...query },
      });
      saveFile(await answer.blob(), name);
    },
  });
}

export type BillFile = ReturnType<typeof useBillFile>;
