import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const badgeStyle = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-small font-semibold whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-paper text-ink-soft border border-line',
        leaf: 'bg-leaf-soft text-leaf',
        power: 'bg-power-soft text-power-text',
        alert: 'bg-alert-soft text-alert',
        /** Simulated or estimated figures: dotted, as they are drawn. */
        sample: 'border border-dashed border-ink-soft/70 bg-transparent text-ink-soft',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export function Badge({ tone, children }: VariantProps<typeof badgeStyle> & { children: ReactNode }) {
  return <span className={badgeStyle({ tone })}>{children}</span>;
}
