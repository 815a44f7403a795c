import type { HouseholdNotice } from '@wattershed/database';
import { Droplets, PiggyBank, WifiOff } from 'lucide-react';

const icons = {
  'running-water': Droplets,
  'silent-meter': WifiOff,
  'budget-course': PiggyBank,
  'budget-most': PiggyBank,
  'budget-passed': PiggyBank,
};

export function NoticeIcon({ kind, className }: { kind: HouseholdNotice['kind']; className: string }) {
  const Icon = icons[kind];
  return <Icon className={className} aria-hidden />;
}
