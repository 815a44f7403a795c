import type { ReactNode } from 'react';
import { WhatToKeep } from '#subjects/identity/web/what-to-keep.tsx';
import { DataLayout } from './data-layout.tsx';

export default function WhatToKeepPart({ children }: { children: ReactNode }) {
  return (
    <DataLayout>
      <WhatToKeep>{children}</WhatToKeep>
    </DataLayout>
  );
}
