import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from './form.tsx';

interface TokenNameFormProps {
  words: { name: string; example: string; submit: string };
  look: 'primary' | 'secondary';
  /** Not known yet of which household it is. */
  isWaiting?: boolean;
  onMake: (name: string) => Promise<unknown>;
}

/** What a token is for is all that is asked before it is made. */
export function TokenNameForm({ words, look, isWaiting = false, onMake }: TokenNameFormProps) {
  const form = useForm({
    values: { name: '' },
    send: async ({ name }) => {
      await onMake(name.trim());
      form.reset();
    },
    blame: 'name',
  });
  return (
    <form {...form.props} className="flex max-w-xl flex-wrap items-end gap-3">
      <TextField
        {...form.field('name')}
        label={words.name}
        fieldClass="min-w-52 flex-1"
        maxLength={80}
        placeholder={words.example}
      />
      <Button type="submit" look={look} pending={form.isPending || isWaiting}>
        {words.submit}
      </Button>
    </form>
  );
}
