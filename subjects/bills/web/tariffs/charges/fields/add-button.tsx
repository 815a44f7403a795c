import { Plus } from 'lucide-react';
import { Button } from '#shell/ui/button.tsx';

/** Below a list, for one more of it. */
export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button
      look="quiet"
      size="small"
      className="-ml-3"
      icon={<Plus className="size-5" aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
