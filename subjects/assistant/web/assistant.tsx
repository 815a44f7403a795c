import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHousehold, useHouseholdTurn } from '#shell/household/household.ts';
import { useSession, useUserId } from '#shell/session/session.ts';
import { askToSignIn } from '#shell/session/session-prompts.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Tooltips } from '#shell/ui/tooltip.tsx';
import type { AssistantState } from '../contract/assistant.ts';
import { FollowLink, plainText } from './answer-text.tsx';
import { useAssistantState, useConversation, useHistory } from './use-conversation.ts';
import { Composer } from './composer.tsx';
import { type Conversation, useFaultMessages } from './conversation.ts';
import { MessageList } from './message-list.tsx';

export interface AssistantProps {
  open: boolean;
  onClose: () => void;
}

/** The conversation outlives the panel and the page it was opened on, but never the person, nor the household. */
export function Assistant(props: AssistantProps) {
  const userId = useUserId();
  return <AssistantOfPerson key={`${userId ?? ''} ${useHouseholdTurn()}`} userId={userId} {...props} />;
}

function AssistantOfPerson({ open, onClose, userId }: AssistantProps & { userId: string | undefined }) {
  const householdId = useHousehold().data?.id;
  const [draft, setDraft] = useState('');
  const talk = useConversation(householdId);
  const history = useHistory({ open, userId, householdId, dispatch: talk.dispatch });
  if (!open) return null;
  return (
    <Tooltips>
      <AssistantPanel
        householdId={householdId}
        talk={talk}
        history={history}
        draft={draft}
        onDraft={setDraft}
        onClose={onClose}
      />
    </Tooltips>
  );
}

interface AssistantPanelProps {
  householdId: string | undefined;
  talk: ReturnType<typeof useConversation>;
  history: ReturnType<typeof useHistory>;
  draft: string;
  onDraft: (draft: string) => void;
  onClose: () => void;
}

const small = '(width < 40rem)';

/** Stands beside the page, which stays in use: no focus trap. */
function AssistantPanel({ householdId, talk, history, draft, onDraft, onClose }: AssistantPanelProps) {
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

interface TitleBarProps {
  /** An answer is under way, or the last deletion still is. */
  isBusy: boolean;
  onClear: () => void;
  onClose: () => void;
}

function TitleBar({ isBusy, onClear, onClose }: TitleBarProps) {
  const { t } = useTranslation('assistant');
  return (
    <div className="flex shrink-0 items-center gap-1 py-1 pr-1.5 pl-4">
      <h2 id="assistant-title" className="min-w-0 flex-1 text-title">
        {t('title')}
      </h2>
      <Button look="quiet" size="small" disabled={isBusy} onClick={onClear}>
        {t('clear')}
      </Button>
      <IconButton label={t('close')} icon={<X className="size-5" aria-hidden />} onClick={onClose} />
    </div>
  );
}

/** Who answers, and how far that can be trusted. */
function StateLine({ householdId }: { householdId: string | undefined }) {
  const { t } = useTranslation('assistant');
  const session = useSession();
  const { data } = useAssistantState(householdId);
  return (
    <p className="min-h-5 shrink-0 border-b border-line px-4 pb-2.5 text-[0.8125rem] leading-snug text-ink-soft [@media(height<30rem)]:hidden">
      {session.status === 'signed-out' ? (
        <>
          {t('state.visitor')}{' '}
          <button
            type="button"
            className="font-semibold text-leaf underline underline-offset-2"
            onClick={() => askToSignIn()}
          >
            {t('state.signIn')}
          </button>
        </>
      ) : (
        data !== undefined && t(`state.${whoAnswers(data)}`)
      )}
    </p>
  );
}

function whoAnswers({ provider, left }: AssistantState): 'own' | 'provider' | 'used' {
  if (!provider) return 'own';
  return left === 0 ? 'used' : 'provider';
}

/** What went wrong with the stored conversation: nothing is hidden or claimed. */
function HistoryLine({ history }: { history: ReturnType<typeof useHistory> }) {
  const { t } = useTranslation('assistant');
  const words = useFailureMessages();
  if (history.clearError !== null) {
    return (
      <Line>
        {t('clearFailed')} {words.ofThrown(history.clearError)}
      </Line>
    );
  }
  if (!history.hasFailed) return null;
  return (
    <Line>
      {t('history.failed')}{' '}
      <button type="button" className="font-semibold underline underline-offset-2" onClick={history.reload}>
        {t('retry')}
      </button>
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="shrink-0 border-b border-line bg-alert-soft px-4 py-2 text-small text-alert">
      {children}
    </p>
  );
}

const quick = ['usage', 'devices', 'billing', 'help'] as const;

interface QuickButtonsProps {
  isPending: boolean;
  onAsk: (text: string) => void;
}

/** The commands by a press. */
function QuickButtons({ isPending, onAsk }: QuickButtonsProps) {
  const { t } = useTranslation('assistant');
  return (
    <div
      role="group"
      aria-label={t('quick.label')}
      className="flex shrink-0 flex-wrap gap-1.5 px-3 pt-2 [@media(height<30rem)]:hidden"
    >
      {quick.map((name) => (
        <button
          key={name}
          type="button"
          // Not disabled: who pressed it by keyboard would lose their place.
          aria-disabled={isPending}
          className="min-h-9 flex-auto rounded-full border border-line px-2 text-small whitespace-nowrap text-leaf transition-colors duration-150 hover:bg-leaf-soft aria-disabled:opacity-55 pointer-coarse:min-h-11"
          onClick={() => onAsk(`/${name}`)}
        >
          {t(`quick.${name}`)}
        </button>
      ))}
    </div>
  );
}

/** The answer that has just been finished, as one text to be read out. */
function useAnnouncement({ messages, pending }: Conversation): string {
  const faultMessages = useFaultMessages();
  const before = useRef(pending);
  const [text, setText] = useState('');
  useEffect(() => {
    const wasPending = before.current !== undefined;
    before.current = pending;
    if (pending !== undefined) return setText('');
    const last = messages.at(-1);
    if (!wasPending || last?.answer === undefined) return;
    const { fault } = last.answer;
    setText([fault && faultMessages(fault.code), plainText(last.content)].filter(Boolean).join(' '));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once, when the answer ends
  }, [pending]);
  return text;
}

/** Tells the panel how much of the window a keyboard on screen covers: not every browser makes the window smaller for it. */
function useKeyboardRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null || seen === undefined) return;
    const measure = () => {
      // Somebody who zooms in sees less of the window too, and moves about in it.
      const covered = seen.scale > 1 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
      panel.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, [panel]);
}

/** What takes Escape for itself while it is open. */
const layers = 'dialog[open], [role="dialog"]:not(#assistant-panel), [role="alertdialog"], [role="menu"]';

/** Escape closes the panel from within it, from its button, and from nowhere in particular, where nothing else is open. */
function useEscape(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
      const { target } = event;
      const isWithin = panel.current?.contains(target) === true;
      const isNear = target === document.body || target.matches('[aria-controls="assistant-panel"]');
      if (!isWithin && (!isNear || document.querySelector(layers) !== null)) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [panel, onClose]);
}
