import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

export interface GoOnButtonProps {
  to: 'text' | 'form';
  /** Something else is there already, and would be gone. */
  isReplacing: boolean;
  onGo: () => void;
}

/** From the form to the text, or from a text to the form. */
export function GoOnButton({ to, isReplacing, onGo }: GoOnButtonProps) {
  const { t } = useTranslation('billing-charges');
  const words = isReplacing ? (['go.replaceText', 'go.replaceForm'] as const) : (['go.text', 'go.form'] as const);
  return (
    <Button look="secondary" onClick={onGo}>
      {t(to === 'text' ? words[0] : words[1])}
    </Button>
  );
}
