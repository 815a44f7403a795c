import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FollowLink } from './answer-text.tsx';
import { Composer } from './composer.tsx';
import { HistoryLine } from './history-line.tsx';
import { MessageList } from './message-list.tsx';
import { QuickButtons } from './quick-buttons.tsx';
import { StateLine } from './state-line.tsx';
import { TitleBar } from './title-bar.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useEscape } from './use-escape.ts';
import type { useConversation } from './use-conversation.ts';
import type { useHistory } from './use-history.ts';
import { useKeyboardRoom } from './use-keyboard-room.ts';

export interface AssistantPanelProps {
  householdId: string | undefined;
  talk: ReturnType<typeof useConversation>;
  history: ReturnType<typeof useHistory>;
  draft: string;
  onDraft: (draft: string) => void;
  onClose: () => void;
}

const small = '(width < 40rem)';

/** Stands beside the page, which stays in use: no focus trap. */
export function AssistantPanel({ householdId, talk, history, draft, onDraft, onClose }: AssistantPanelProps) {
  const { t } = useTranslation(['assistant', 'copy']);
  const panel = useRef<HTMLDivElement>(null);
  const { conversation, ask } = talk;
  const announcement = useAnnouncement(conversation);
  useKeyboardRoom(panel);
  const isPending = conversation.pending !== undefined;

  useEscape(panel, onClose);
  // What was pressed goes away or is disabled: whoever is at the keyboard stays in the panel.
  const focusInput = () => panel.current?.querySelector('textarea')?.focus({ preventScroll: true });
  const askExample = (text: string) => {
    ask(text);
    focusInput();
  };
  const clear = () => {
    history.clear();
    focusInput();
  };
  // On a phone the page that a figure leads to would lie below the panel.
  const follow = useCallback(() => {
    if (window.matchMedia?.(small).matches) onClose();
  }, [onClose]);

  return (
    <FollowLink value={follow}>
      <div
        ref={panel}
        id="assistant-panel"
        role="dialog"
        aria-labelledby="assistant-title"
        className="assistant-panel flex animate-rise flex-col overflow-hidden rounded-card border border-line bg-card shadow-lift"
      >
        <TitleBar isBusy={isPending || history.isClearing} onClear={clear} onClose={onClose} />
        <StateLine householdId={householdId} />
        <HistoryLine history={history} />
        <MessageList talk={talk} isLoading={history.isLoading} onAsk={askExample} />
        <QuickButtons isPending={isPending} onAsk={ask} />
        <Composer draft={draft} onDraft={onDraft} isPending={isPending} onAsk={ask} onStop={talk.stop} />
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <p role="status" className="sr-only">
          {history.isCleared && t('cleared')}
        </p>
      </div>
    </FollowLink>
  );
}
