/** Opens the bell's list from elsewhere on the page. */
let open: (() => void) | undefined;

export const openBell = (): void => open?.();

/** Told by the bell: how it is opened. Answers how to take that back. */
export function answerBell(how: () => void): () => void {
  open = how;
  return () => {
    open = undefined;
  };
}
