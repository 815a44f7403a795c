import { ArrowUp } from 'lucide-react';

/** Says that there is something new without moving what one reads: it floats above the list. */
export function NewsPill({ text, onShow }: { text: string | undefined; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-3 z-20 flex h-0 justify-center">
      {text !== undefined && (
        <button
          type="button"
          className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-leaf px-5 text-small font-semibold whitespace-nowrap text-white shadow-lift hover:bg-leaf-deep"
          onClick={onShow}
        >
          <ArrowUp className="size-4" aria-hidden />
          {text}
        </button>
      )}
    </div>
  );
}
