import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteItem } from '@wattershed/contracts/community';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { callService } from '../../platform/service.ts';
import { notify } from '../../ui/notice.ts';
import { linkToPart, partOfKind } from './community-links.ts';
import { useFailureWords } from '../../platform/failure-words.ts';
import { type Item, nameOf } from './item.ts';

interface RemoveDialogProps {
  open: boolean;
  item: Item;
  onClose: () => void;
}

/** Deleting one's own: what goes and what stays is said first. */
export function RemoveDialog({ open, item, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('community');
  const { ofService: words } = useFailureWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { post } = item;
  const remove = useMutation({
    mutationFn: () => callService(deleteItem, { params: nameOf(item) }),
    onSuccess: async () => {
      notify(t('remove.done'));
      onClose();
      if (item.of === 'posts') void navigate(linkToPart(partOfKind[post.kind]), { replace: true });
      await queries.invalidateQueries({ queryKey: ['community'] });
    },
    onError: (error) => notify(t('remove.failed'), words(error), 'alert'),
  });
  const whatGoes =
    item.of === 'replies'
      ? t('remove.replyText')
      : post.replyCount === 0
        ? t('remove.postAlone')
        : t('remove.postTalked', { count: post.replyCount });
  return (
    <ConfirmDialog
      open={open}
      title={item.of === 'posts' ? t('remove.postTitle') : t('remove.replyTitle')}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{whatGoes}</p>
    </ConfirmDialog>
  );
}
