import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ModerationBody, moderateItem } from '@wattershed/contracts/community';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { callService } from '../../platform/service.ts';
import { notify } from '../../ui/notice.ts';
import type { ItemName } from './item.ts';

/** What an administrator does with a post or reply. Each act has one that takes it back. */
export function useModerate(params: ItemName) {
  const { t } = useTranslation('community');
  const { ofService: words } = useFailureWords();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ModerationBody) => callService(moderateItem, { params, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['community'] });
      notify(t('actions.done'));
    },
    onError: (error) => notify(t('actions.failed'), words(error), 'alert'),
  });
}
