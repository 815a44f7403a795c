import { useLayoutEffect, useRef } from 'react';
import type { Conversation } from './conversation.ts';

const nearPx = 40;
/** Between the question and the upper edge. */
const marginPx = 12;

/**
 * Keeps the latest words in view, unless the reader has scrolled up; a new question leads back to the end. An answer that is longer than
 * the view is not followed: it is read from its question on.
 */
export function useStickToEnd({ messages, pending }: Conversation) {
  const frame = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = useRef(messages.length);

  useLayoutEffect(() => {
    const node = frame.current;
    if (node === null) return;
    const wasAsked = messages.length > count.current && pending !== undefined;
    count.current = messages.length;
    if (wasAsked) isAtEnd.current = true;
    if (isAtEnd.current) node.scrollTop = Math.min(node.scrollHeight, lastQuestionTop(node));
  }, [messages, pending]);

  const onScroll = () => {
    const node = frame.current;
    if (node !== null) isAtEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < nearPx;
  };
  return { frame, onScroll };
}

function lastQuestionTop(frame: HTMLElement): number {
  const last = [...frame.querySelectorAll('[data-role="user"]')].at(-1);
  if (last === undefined) return Infinity;
  return frame.scrollTop + last.getBoundingClientRect().top - frame.getBoundingClientRect().top - marginPx;
}
