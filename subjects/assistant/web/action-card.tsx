import { useQueryClient } from '@tanstack/react-query';
import type { AssistantAction } from '../contract/assistant.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceNow } from '#shell/parts/clock.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { Button } from '#shell/ui/button.tsx';
import { answerAction } from './use-conversation.ts';
import type { ActionState, Answer } from './conversation.ts';

export interface ActionCardProps {
  action: Answer['actions'][number];
  onSettled: (state: ActionState) => void;
}

/** What the assistant would switch. Nothing happens before the person presses. */
export function ActionCard({ action: { proposed, state, isEarlier }, onSettled }: ActionCardProps) {
  const { t } = useTranslation('assistant');
  const card = useRef<HTMLDivElement>(null);
  const { press, pressed, failure } = usePress({ proposed, state, onSettled });
  const { name, commands } = proposed.device;
  const way = proposed.on ? 'on' : 'off';
  const [question, agree] = commands
    ? [t(`action.${way}.question`, { name }), t(`action.${way}.press`)]
    : [t(`action.${way}.noteQuestion`, { name }), t(`action.${way}.note`)];
  const outcome: Record<ActionState, string | null> = {
    open: null,
    done: t(isEarlier ? `action.${way}.wasDone` : `action.${way}.done`, { name }),
    noted: t(isEarlier ? `action.${way}.wasNoted` : `action.${way}.noted`, { name }),
    'no-answer': t(isEarlier ? 'action.hadNoAnswer' : 'action.noAnswer', { name }),
    declined: t('action.declined'),
    over: t('action.over'),
  };
  const answer = async (agreed: boolean) => {
    // The buttons go: whoever is here by keyboard stays with the card.
    if (await press(agreed)) card.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={card} tabIndex={-1} className="rounded-control border border-line bg-paper p-3 -outline-offset-2">
      <p className="font-semibold">{question}</p>
      <p role="status" className="text-small text-ink-soft">
        {failure ?? outcome[state]}
      </p>
      {state === 'open' && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button
            size="small"
            pending={pressed === true}
            disabled={pressed !== undefined}
            onClick={() => void answer(true)}
          >
            {agree}
          </Button>
          <Button
            size="small"
            look="secondary"
            pending={pressed === false}
            disabled={pressed !== undefined}
            onClick={() => void answer(false)}
          >
            {t('action.notNow')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PressOptions {
  proposed: AssistantAction;
  state: ActionState;
  onSettled: (state: ActionState) => void;
}

/** The one press that a proposal waits for, until its time is over. */
function usePress({ proposed: { id, until }, state, onSettled }: PressOptions) {
  const queryClient = useQueryClient();
  const words = useFailureMessages();
  const [pressed, setPressed] = useState<boolean>();
  const [failure, setFailure] = useState<string>();
  const isOpen = state === 'open' && pressed === undefined;

  const end = useEffectEvent(() => onSettled('over'));
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(end, Math.max(0, Date.parse(until) - serviceNow()));
    return () => clearTimeout(timer);
  }, [isOpen, until]);

  const press = async (agreed: boolean): Promise<boolean> => {
    setPressed(agreed);
    setFailure(undefined);
    try {
      onSettled(await answerAction(id, agreed));
      if (agreed) {
        void queryClient.invalidateQueries({ queryKey: ['devices'] });
        void queryClient.invalidateQueries({ queryKey: ['commands'] });
      }
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'action-over') onSettled('over');
      else setFailure(words.ofService(error));
      return false;
    } finally {
      setPressed(undefined);
    }
  };
  return { press, pressed, failure };
}
