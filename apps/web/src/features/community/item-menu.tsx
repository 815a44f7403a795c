import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIsAdministrator } from '../../platform/administrator.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { notify } from '../../ui/notice.ts';
import { useAuthorName } from './author-name.ts';
import { linkToPost } from './community-links.ts';
import { type Item, nameOf } from './item.ts';
import { HideDialog } from './hide-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { useMembersOnly, useStanding } from './standing.ts';
import { useModerate } from './use-moderate.ts';

interface ItemMenuProps {
  item: Item;
  /** Left out: a post is edited at its own address. */
  onEdit?: () => void;
}

/** Everything that can be done with it by this person. */
export function ItemMenu({ item, onEdit }: ItemMenuProps) {
  const { t } = useTranslation('community');
  const navigate = useNavigate();
  const membersOnly = useMembersOnly();
  const authorName = useAuthorName();
  const isAdministrator = useIsAdministrator(useStanding() === 'member') === true;
  const moderate = useModerate(nameOf(item));
  const [asked, setAsked] = useState<'report' | 'remove' | 'hide'>();
  const { post } = item;
  const shown = item.of === 'posts' ? post : item.reply;
  const isHidden = shown.hiddenWhy !== null;
  const edit =
    onEdit ?? (() => void navigate(`${linkToPost(post.id)}&edit`, { replace: true, state: { stays: true } }));

  const own: MenuItem[] = [
    ...(isHidden ? [] : [{ key: 'edit', label: t('actions.edit'), onSelect: edit }]),
    { key: 'remove', label: t('actions.remove'), onSelect: () => setAsked('remove') },
  ];
  const act = (key: Parameters<typeof moderate.mutate>[0]['act'], label: string): MenuItem => ({
    key,
    label,
    onSelect: () => moderate.mutate({ act: key }),
  });
  const ofPost: MenuItem[] =
    item.of === 'replies'
      ? []
      : [
          ...(post.kind === 'announcement'
            ? [post.pinned ? act('unpin', t('actions.unpin')) : act('pin', t('actions.pin'))]
            : []),
          post.closed ? act('reopen', t('actions.reopen')) : act('close', t('actions.closeTalk')),
        ];
  const moderation: MenuItem[] = [
    ...ofPost,
    isHidden
      ? act('restore', t('actions.restore'))
      : { key: 'hide', label: t('actions.hide'), onSelect: () => setAsked('hide') },
  ];
  const items: MenuItem[] = [
    {
      key: 'copy',
      label: t('actions.copy'),
      onSelect: () => void copyLink(post.id, t('actions.copied'), t('actions.copyFailed')),
    },
    ...(shown.mine ? own : []),
    ...(shown.mine || isHidden
      ? []
      : [{ key: 'report', label: t('actions.report'), onSelect: () => membersOnly(() => setAsked('report')) }]),
    ...(isAdministrator ? moderation : []),
  ];
  return (
    <>
      <Menu
        label={
          item.of === 'posts' ? t('actions.post') : t('actions.reply', { name: authorName(item.reply.authorName) })
        }
        trigger={<Ellipsis className="size-5" aria-hidden />}
        items={items}
      />
      <ReportDialog open={asked === 'report'} item={item} onClose={() => setAsked(undefined)} />
      <RemoveDialog open={asked === 'remove'} item={item} onClose={() => setAsked(undefined)} />
      <HideDialog open={asked === 'hide'} name={nameOf(item)} onClose={() => setAsked(undefined)} />
    </>
  );
}

async function copyLink(id: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(linkToPost(id), location.origin).href);
    notify(done);
  } catch {
    notify(failed, undefined, 'alert');
  }
}
