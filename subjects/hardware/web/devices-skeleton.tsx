import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';

export function DevicesSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      {[2, 1, 2].map((rows, i) => (
        // Cards of a skeleton have nothing else.
        <Card key={i}>
          <Skeleton className="mb-4 h-5 w-28" />
          {Array.from({ length: rows }, (_, row) => (
            // Rows of a skeleton have nothing else.
            <Skeleton key={row} className="my-4 h-14" />
          ))}
        </Card>
      ))}
    </div>
  );
}
