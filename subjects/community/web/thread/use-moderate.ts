import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ModerationBody, moderateItem } from '../../contract/community.ts';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { callService } from '#shell/data/service.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import type { ItemName } from './like-button.tsx';

/** What an administrator does with a post or reply. Each act has one that takes it back. */
export function useModerate(params: ItemName) {
  const { t } = useTranslation('community');
  const { ofService: words } = useFailureMessages();
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
