import { Skeleton } from '#shell/ui/skeleton.tsx';

/** Rows on their way, at the size that most have. */
export function RowsSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-line rounded-card border border-line bg-card">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="px-4 py-5 sm:px-6">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-3 w-full" />
          <Skeleton className="mt-2 w-4/5" />
          <Skeleton className="mt-3 w-40" />
        </div>
      ))}
    </div>
  );
}
