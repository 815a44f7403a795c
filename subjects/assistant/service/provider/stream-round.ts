/** One request to a provider: its text as it comes, and the tools it calls at its end. */
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Patience } from './create-provider.ts';
import { ProviderFault } from './provider-event.ts';
import type { Watch } from './watch.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly args: string;
}

export interface Round {
  readonly open: (body: ChatCompletionCreateParamsStreaming) => Promise<AsyncIterable<ChatCompletionChunk | null>>;
  readonly isDone: () => boolean;
  readonly watch: Watch;
  readonly patience: Patience;
}

type Piece = NonNullable<ChatCompletionChunk.Choice.Delta['tool_calls']>[number];
interface Draft {
  readonly index: number;
  id: string;
  name: string;
  args: string;
}

/** More of them, or longer ones, no tool of ours takes. */
const maxCalls = 32;
const maxArgs = 64 * 1024;

/** Pieces come by their index; some servers give each whole call the same index, or none, but an id of its own. */
const addPiece = (drafts: Draft[], piece: Piece): void => {
  const index = piece.index ?? 0;
  let draft = drafts.findLast((one) => one.index === index);
  const isNext = draft !== undefined && piece.id && draft.id && piece.id !== draft.id;
  if (draft === undefined || isNext) {
    draft = { index, id: '', name: '', args: '' };
    drafts.push(draft);
  }
  if (drafts.length > maxCalls) throw new ProviderFault('provider-too-long');
  draft.id ||= piece.id ?? '';
  draft.name ||= piece.function?.name ?? '';
  draft.args += piece.function?.arguments ?? '';
  if (draft.args.length > maxArgs) throw new ProviderFault('provider-too-long');
};

const asCalls = (drafts: readonly Draft[]): readonly ToolCall[] =>
  drafts.map(({ id, name, args }, position) => ({ id: id || `call_${position}`, name, args }));

/** Yields text; throws a `ProviderFault` or what the request was refused with. */
export async function* streamRound(
  { open, isDone, watch, patience }: Round,
  body: ChatCompletionCreateParamsStreaming,
): AsyncGenerator<string, readonly ToolCall[]> {
  const drafts: Draft[] = [];
  let isFinished = false;
  watch.expect(patience.firstMs);
  const chunks = await watch.orEnded(open(body));
  try {
    for await (const chunk of chunks) {
      watch.relax();
      watch.check();
      const [choice] = chunk?.choices ?? [];
      for (const piece of choice?.delta?.tool_calls ?? []) addPiece(drafts, piece);
      if (choice?.finish_reason) isFinished = true;
      const text: unknown = choice?.delta?.content;
      if (typeof text === 'string' && text !== '') yield text;
      watch.expect(patience.betweenMs);
    }
  } catch (error) {
    watch.check();
    throw error instanceof ProviderFault ? error : new ProviderFault('provider-broken');
  } finally {
    watch.relax();
  }
  // An ended request ends its stream without a word.
  watch.check();
  if (!isFinished && !isDone()) throw new ProviderFault('provider-broken');
  return asCalls(drafts);
}
