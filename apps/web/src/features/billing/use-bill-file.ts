import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../platform/save-file.ts';
import { fetchService } from '../../platform/service.ts';
import { ServiceError } from '../../platform/service-error.ts';
import { useHousehold } from '../../platform/household.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { notify } from '../../ui/notice.ts';

export interface WantedFile {
  path: `/api/v1/bills${string}`;
  name: string;
}

/** Fetches a file of bills in the language shown, and hands it to the browser's downloads. */
export function useBillFile() {
  const { t } = useTranslation(['billing', 'errors']);
  const language = useLanguage();
  const householdId = useHousehold().data?.id;
  return useMutation({
    mutationFn: async ({ path, name }: WantedFile) => {
      const answer = await fetchService(path, { query: { language, household: householdId } });
      saveFile(await answer.blob(), name);
    },
    onSuccess: (_, { name }) => notify(t('files.done'), name),
    onError: (error) =>
      notify(t('files.failed'), t(`errors:${error instanceof ServiceError ? error.code : 'internal'}`), 'alert'),
  });
}
