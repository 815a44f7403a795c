/** The longest that a page waits for the network while an earlier one is kept. */
const patienceMs = 3000;
/** What is still on its way then may have been given up by the browser, without a word: a new worker would wait for it for minutes. */
const givenUpMs = 8000;

export interface PageParts {
  /** Asks the network. */
  ask: () => Promise<Response>;
  kept: () => Promise<Response | undefined>;
  keep: (page: Response) => Promise<unknown>;
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * The network's page, so that it is never old for long; the kept one when no good answer comes in time. A page is kept and given
 * back whole: its headers name the nonce that stands in it.
 */
export async function answerPage({ ask, kept, keep, waitUntil }: PageParts): Promise<Response> {
  const asked = ask();
  // Also an answer that comes too late is the next visit's page.
  const keeping = asked.then((answer) => (answer.ok ? keep(answer.clone()) : undefined)).catch(() => undefined);
  waitUntil(Promise.race([keeping, after(givenUpMs)]));
  const fallback = await kept();
  if (fallback === undefined) return asked;
  const usable = asked.then(
    // A page that does not exist comes with the app too; a broken service does not.
    (answer) => (answer.status < 500 ? answer : fallback),
    () => fallback,
  );
  return Promise.race([usable, after(patienceMs).then(() => fallback)]);
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
