import { useQueryClient } from '@tanstack/react-query';
import type { AssistantAction } from '@wattershed/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { serviceNow } from '../../platform/clock.ts';
import { useFailureWords } from '../../platform/failure-words.ts';
import { ServiceError } from '../../platform/service-error.ts';
import { answerAction } from './ask-assistant.ts';
import type { ActionState } from './conversation.ts';

export interface PressOptions {
  proposed: AssistantAction;
  state: ActionState;
  onSettled: (state: ActionState) => void;
}

/** The one press that a proposal waits for, until its time is over. */
export function usePress({ proposed: { id, until }, state, onSettled }: PressOptions) {
  const queryClient = useQueryClient();
  const words = useFailureWords();
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
