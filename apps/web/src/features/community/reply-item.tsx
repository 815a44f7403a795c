import type { CommunityPost, CommunityReply } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthorName } from './author-name.ts';
import { Byline } from './byline.tsx';
import { EditReply } from './reply-form.tsx';
import { HiddenNote } from './hidden-note.tsx';
import { ItemMenu } from './item-menu.tsx';
import { LikeButton } from './like-button.tsx';
import { Written } from './written.tsx';

export function ReplyItem({ post, reply }: { post: CommunityPost; reply: CommunityReply }) {
  const { t } = useTranslation('community');
  const authorName = useAuthorName();
  const [edits, setEdits] = useState(false);
  return (
    <li>
      <article
        id={`reply-${reply.id}`}
        tabIndex={-1}
        aria-label={t('replies.by', { name: authorName(reply.authorName) })}
        className="space-y-3 px-4 py-4 sm:px-6"
      >
        <HiddenNote why={reply.hiddenWhy} />
        <Byline item={reply} />
        {edits ? (
          <EditReply reply={reply} onDone={() => setEdits(false)} />
        ) : (
          <>
            <Written text={reply.body} lang={reply.language} />
            <div className="flex items-center justify-between gap-3">
              <LikeButton item={reply} of="replies" />
              <ItemMenu item={{ of: 'replies', post, reply }} onEdit={() => setEdits(true)} />
            </div>
          </>
        )}
      </article>
    </li>
  );
}
