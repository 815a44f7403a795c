import { useEffect, useRef, useState } from 'react';
import type { Conversation } from './conversation.ts';
import { useFaultWords } from './fault-words.ts';
import { plainText } from './plain-text.ts';

/** The answer that has just been finished, as one text to be read out. */
export function useAnnouncement({ messages, pending }: Conversation): string {
  const faultWords = useFaultWords();
  const before = useRef(pending);
  const [text, setText] = useState('');
  useEffect(() => {
    const wasPending = before.current !== undefined;
    before.current = pending;
    if (pending !== undefined) return setText('');
    const last = messages.at(-1);
    if (!wasPending || last?.answer === undefined) return;
    const { fault } = last.answer;
    setText([fault && faultWords(fault.code), plainText(last.content)].filter(Boolean).join(' '));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once, when the answer ends
  }, [pending]);
  return text;
}
