import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { Droplets, ReceiptText, WifiOff } from 'lucide-react';

const icons = {
  'running-water': Droplets,
  'silent-meter': WifiOff,
  'budget-course': ReceiptText,
  'budget-most': ReceiptText,
  'budget-passed': ReceiptText,
};

export function NoticeIcon({ kind, className }: { kind: HouseholdNotice['kind']; className: string }) {
  const Icon = icons[kind];
  return <Icon className={className} aria-hidden />;
}
